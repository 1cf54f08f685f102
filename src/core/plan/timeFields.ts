import type { DateDimension } from './plan';

/**
 * The fields that tell a record's time on the clock that a range is about, the Unix time first: it tells the two hours apart
 * that a clock shows alike when it is put back.
 */
export const timeFields = {
	default: ['error_timestamp', 'error_datetime'],
	receive: ['error_receive_timestamp', 'error_receive_datetime'],
} as const satisfies Readonly<Record<DateDimension, readonly [string, string]>>;

/** The one of `timeFields` that is asked for. */
export function timeFieldOf(dimension: DateDimension): string {
	return timeFields[dimension][0];
}
