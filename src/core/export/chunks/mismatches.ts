import type { Question } from '../../plan/plan';
import { getTimeField } from '../../plan/timeFields';
import { fieldValues } from '../check/recordValues';
import { getSeconds } from './splitRange';

/**
 * Maximum number of bytes to examine. The first records are sufficient to show whether a service ignores a part of the
 * request.
 */
const maxBytes = 64 * 1024;

/**
 * Maximum difference, in seconds, between a record's time and the requested range. Allows for any time zone of the
 * service.
 */
const clockDifferenceSeconds = 86_400;

export async function findMismatchedFields(path: string, question: Question): Promise<readonly string[]> {
	const tests = getTests(question).filter(([field]) => question.fields.includes(field));
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
		// Parse errors are ignored, because the last quoted value may be truncated.
	}
	return tests.filter((test) => unlike.has(test)).map(([field]) => field);
}

type Test = readonly [field: string, isAsked: (value: string) => boolean];

function getTests({ application, filters, since, until, dateDimension }: Question): readonly Test[] {
	const wanted = [{ field: 'application_id', value: application.id }, ...filters];
	const [first, last] = getSeconds({ since, until });
	const isWithin = (time: number) => time >= first - clockDifferenceSeconds && time <= last + clockDifferenceSeconds;
	const timeField = getTimeField(dateDimension);
	return [
		...wanted.map(({ field, value }): Test => [field, (found) => alike(found) === alike(value)]),
		[timeField, (found) => !/^\d+$/.test(found) || isWithin(Number(found))],
	];
}

/** Normalizes a value for comparison, because services ignore the case of strings and leading zeros in numbers. */
function alike(value: string): string {
	const text = value.trim();
	return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text.toLowerCase();
}
