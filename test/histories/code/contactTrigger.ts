export { ContactTrigger } from '../../../nodes/Mail/contactTrigger/ContactTrigger.node';
