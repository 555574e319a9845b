/*
 * What n8n loads of this package, as one file that a history can load anew: a bundle of this is what n8n has after it
 * updated the package, and what a planted fault changes.
 */
export { CollectionTrigger } from '../../nodes/Collection/CollectionTrigger.node';
export { Collection } from '../../nodes/Collection/Collection.node';
export { CalendarTrigger } from '../../nodes/Mail/calendarTrigger/CalendarTrigger.node';
export { ContactTrigger } from '../../nodes/Mail/contactTrigger/ContactTrigger.node';
export { Mail } from '../../nodes/Mail/Mail.node';
export { MailTrigger } from '../../nodes/Mail/MailTrigger.node';
export * as collectionTrigger from '../harness/collectionTriggerCode';
export { executeOn } from '../harness/executeOn';
