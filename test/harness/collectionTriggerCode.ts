/** What a Collection Trigger does, on a clock of the test's choice. */
export { receive } from '../../nodes/Collection/watch/receive';
export { reconcile } from '../../nodes/Collection/watch/reconcile';
export { checkExists, create, remove } from '../../nodes/Collection/watch/register';
