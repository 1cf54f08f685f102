import type { DateDimension } from './plan';

/**
 * Fields that contain the time of a record. Unix times come first, because local times are ambiguous when the clock is
 * set back.
 */
export const timeFields = {
	default: ['error_timestamp', 'error_datetime'],
	receive: ['error_receive_timestamp', 'error_receive_datetime'],
} as const satisfies Readonly<Record<DateDimension, readonly [string, string]>>;

export function getTimeField(dimension: DateDimension): string {
	return timeFields[dimension][0];
}
