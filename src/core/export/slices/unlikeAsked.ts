import type { Question } from '../../plan/plan';
import { timeFieldOf } from '../../plan/timeFields';
import { fieldValues } from '../check/recordValues';
import { secondsOf } from './cutRange';

/** A service that takes no notice of what was asked does so from the first record on. */
const maxBytes = 64 * 1024;

/** Whatever the clock of the service, it is within a day of UTC (seconds). */
const clockDifference = 86_400;

/**
 * Fields by whose values the first records of an answer are not what was asked for: of another application, without the
 * value of a filter, or of another time. What cannot be read tells of none.
 */
export async function fieldsUnlikeAsked(path: string, question: Question): Promise<readonly string[]> {
	const tests = testsOf(question).filter(([field]) => question.fields.includes(field));
	const unlike = new Set<Test>();
	const fields = tests.map(([field]) => field);
	try {
		for await (const values of fieldValues(path, question, fields, maxBytes)) {
			for (const [index, test] of tests.entries()) {
				const value = values[index] ?? '';
				if (value !== '' && !unlike.has(test) && !test[1](value)) {
					unlike.add(test);
				}
			}
			if (unlike.size === tests.length) {
				break;
			}
		}
	} catch {
		// A quoted value is cut at the last byte that is read.
	}
	return tests.filter((test) => unlike.has(test)).map(([field]) => field);
}

type Test = readonly [field: string, isAsked: (value: string) => boolean];

function testsOf({ application, filters, since, until, dateDimension }: Question): readonly Test[] {
	const wanted = [{ field: 'application_id', value: application.id }, ...filters];
	const [first, last] = secondsOf({ since, until });
	const isWithin = (time: number) => time >= first - clockDifference && time <= last + clockDifference;
	const timeField = timeFieldOf(dateDimension);
	return [
		...wanted.map(({ field, value }): Test => [field, (found) => alike(found) === alike(value)]),
		[timeField, (found) => !/^\d+$/.test(found) || isWithin(Number(found))],
	];
}

/** Services compare texts without regard to case, and numbers by value. */
function alike(value: string): string {
	const text = value.trim();
	return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text.toLowerCase();
}
