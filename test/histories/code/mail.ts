export { Mail } from '../../../nodes/Mail/Mail.node';
export { executeOn } from '../../harness/executeOn';
