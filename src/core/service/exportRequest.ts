import { AppError } from '../common/errors';
import { type FieldTable, isFieldName } from '../plan/fields';
import { findPlanProblem, type Question } from '../plan/plan';
import { joinPath } from './address';

type Parameter = readonly [name: string, value: string];

/** The parameters of service document, section 4.2, that are not filters. */
const reservedNames: ReadonlySet<string> = new Set([
	'application_id',
	'date_since',
	'date_until',
	'fields',
	'date_dimension',
	'limit',
	'use_utf8_bom',
	'skip_unavailable_shards',
]);

/**
 * Whether records can be filtered by a field. A filter is a parameter named as the field, so a field named as a
 * parameter of its own, such as `application_id`, would be sent twice.
 */
export function isFilterable(field: string): boolean {
	return isFieldName(field) && !reservedNames.has(field);
}

/**
 * What is sent, in the order it is sent in and before percent-encoding. Optional parameters at their default are left
 * out, so that a service which knows fewer of them is not bothered with them.
 * @throws AppError `invalidPlan` rather than send anything the service document does not know
 */
export function describeParameters(question: Question, fields: FieldTable): readonly Parameter[] {
	const problem = findPlanProblem(question, fields);
	if (problem) {
		throw new AppError({ kind: 'invalidPlan', problem });
	}
	const twice = question.filters.find((filter) => !isFilterable(filter.field));
	if (twice) {
		throw new AppError({ kind: 'invalidPlan', problem: { kind: 'duplicateFilter', field: twice.field } });
	}
	const parameters: Parameter[] = [
		['application_id', question.application.id],
		['date_since', question.since],
		['date_until', question.until],
		['fields', fields.ordered(question.fields).join(',')],
	];
	if (question.dateDimension !== 'default') {
		parameters.push(['date_dimension', question.dateDimension]);
	}
	if (question.limit !== undefined) {
		parameters.push(['limit', String(question.limit)]);
	}
	if (question.byteOrderMark) {
		parameters.push(['use_utf8_bom', 'true']);
	}
	if (question.skipUnavailableShards) {
		parameters.push(['skip_unavailable_shards', 'true']);
	}
	for (const { field, value } of question.filters) {
		parameters.push([field, value]);
	}
	return parameters;
}

/** The whole address of an export. The same question gives the same bytes: live services know a queued export by them. */
export function exportUrl(baseUrl: string, question: Question, fields: FieldTable): string {
	const query = describeParameters(question, fields)
		.map(([name, value]) => `${name}=${percentEncode(value)}`)
		.join('&');
	return `${joinPath(baseUrl, `/logs/v1/export/errors.${question.format}`)}?${query}`;
}

/**
 * Leaves the unreserved characters and `,` and `:`, which a query may hold as they are (RFC 3986, section 3.4) and
 * which keep lists and times legible. No parser has anything left to change, so the bytes sent are the bytes shown.
 * A space is `%20`: `+` means a space to some servers only.
 */
function percentEncode(text: string): string {
	let encoded = '';
	for (const byte of Buffer.from(text, 'utf8')) {
		const character = String.fromCharCode(byte);
		encoded += /[\w.~,:-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}
	return encoded;
}
