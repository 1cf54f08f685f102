const secondsPerDay = 86_400n;

/** Days from 0000-03-01 to 1970-01-01. Years start in March here, so that a leap day is the last day of a year. */
const daysBeforeEpoch = 719_468;

const daysPerYear = 365;
const daysPer4Years = 4 * daysPerYear + 1;
const daysPer100Years = 25 * daysPer4Years - 1;
const daysPer400Years = 4 * daysPer100Years + 1;

/** Formats days since 1970-01-01 as a Gregorian date. Years outside the range 0 to 9999 have a sign (ISO 8601). */
export function formatCalendarDay(days: number): string {
	const shifted = days + daysBeforeEpoch;
	const cycle = Math.floor(shifted / daysPer400Years);
	const day = shifted - cycle * daysPer400Years;
	// Without the limit of 3, the leap day at the end of a 400-year cycle would be in a fifth century of the cycle.
	const centuries = Math.min(3, Math.floor(day / daysPer100Years));
	const ofCentury = day - centuries * daysPer100Years;
	const leapYears = Math.min(24, Math.floor(ofCentury / daysPer4Years));
	const ofLeapYears = ofCentury - leapYears * daysPer4Years;
	const years = Math.min(3, Math.floor(ofLeapYears / daysPerYear));
	const ofYear = ofLeapYears - years * daysPerYear;
	// From March on, every five months have 153 days in total.
	const month = Math.floor((5 * ofYear + 2) / 153);
	const ofMonth = ofYear - Math.floor((153 * month + 2) / 5);
	const year = 400 * cycle + 100 * centuries + 4 * leapYears + years + (month >= 10 ? 1 : 0);
	return `${formatYear(year)}-${pad(month < 10 ? month + 3 : month - 9)}-${pad(ofMonth + 1)}`;
}

function formatYear(year: number): string {
	const digits = String(Math.abs(year)).padStart(4, '0');
	return year < 0 ? `-${digits}` : year > 9999 ? `+${digits}` : digits;
}

/** Formats the time since midnight as `hh:mm:ss`. A nonzero fraction of a second is appended with 3, 6 or 9 digits. */
export function formatTime(units: bigint, unitsPerSecond: bigint): string {
	const seconds = floorDivide(units, unitsPerSecond);
	return `${formatSeconds(Number(seconds))}${formatFraction(units - seconds * unitsPerSecond, unitsPerSecond)}`;
}

/** Formats the time since the Unix epoch as `yyyy-mm-dd hh:mm:ss`. A fraction is appended as in `formatTime`. */
export function formatTimestamp(units: bigint, unitsPerSecond: bigint): string {
	const perDay = unitsPerSecond * secondsPerDay;
	const days = floorDivide(units, perDay);
	return `${formatCalendarDay(Number(days))} ${formatTime(units - days * perDay, unitsPerSecond)}`;
}

function formatSeconds(seconds: number): string {
	return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

function formatFraction(units: bigint, unitsPerSecond: bigint): string {
	if (units === 0n) {
		return '';
	}
	let digits = String(units).padStart(String(unitsPerSecond).length - 1, '0');
	while (digits.length > 3 && digits.endsWith('000')) {
		digits = digits.slice(0, -3);
	}
	return `.${digits}`;
}

function floorDivide(value: bigint, divisor: bigint): bigint {
	const quotient = value / divisor;
	return value % divisor < 0n ? quotient - 1n : quotient;
}

function pad(value: number): string {
	return String(value).padStart(2, '0');
}
