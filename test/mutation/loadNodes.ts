import { shippedNodes } from '../../scripts/shippedClasses';

// Steps and triggers load their node within a test. What a module does while it is loaded would count as reached by that
// test alone, and no other one would be asked whether it notices that it is broken.
shippedNodes();
