export { MailTrigger } from '../../../nodes/Mail/MailTrigger.node';
