export { CalendarTrigger } from '../../../nodes/Mail/calendarTrigger/CalendarTrigger.node';
