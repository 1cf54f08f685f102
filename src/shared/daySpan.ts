/** Days of a calendar, `yyyy-mm-dd`, from the first to the last, both among them. */
export interface DaySpan {
	readonly first: string;
	readonly last: string;
}

/** @param span All days if none is given. */
export function isDayIn(day: string, span: DaySpan | undefined): boolean {
	return span === undefined || (span.first <= day && day <= span.last);
}
