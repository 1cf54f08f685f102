import { atEndOfDay, atStartOfDay, type CivilTime, compareCivil, formatCivil, formatDay } from '../../shared/civilTime';
import { applicationFileName, avoidReserved } from '../export/model/names';
import { type Plan, usualFields } from '../plan/plan';
import type { Range } from '../plan/range';
import { type SavedExport, savedExportType, timeBases } from './savedExport';

interface NamedPlan {
	readonly name: string;
	readonly plan: Plan;
	readonly bundle?: string | undefined;
}

type Member = readonly [name: string, value: unknown];

const noMembers: ReadonlyMap<string, string> = new Map();

/** Formats a saved export. Each field and filter is on its own line, so that Git can merge separate changes. */
export function serializeSavedExport(
	{ name, plan, bundle }: NamedPlan,
	previous?: Pick<SavedExport, 'others' | 'otherApplicationMembers' | 'application'>,
): string {
	const { others = noMembers, otherApplicationMembers = noMembers } = previous ?? {};
	const isSchema = ([name]: Member) => name === '$schema';
	const otherTexts = (isWanted: (member: Member) => boolean) => textsOf([...others].filter(isWanted));
	const application: readonly Member[] = [
		['id', plan.application.id],
		...optional('name', plan.application.name),
		...optional('bundle', bundle ?? previous?.application.bundle),
	];
	const members: readonly Member[] = [
		['type', savedExportType],
		['name', name],
	];
	const request: readonly Member[] = [
		['range', rangeMember(plan.range)],
		['timeBasis', plan.dateDimension === timeBases.device ? 'device' : 'server'],
	];
	const texts = [
		...otherTexts(isSchema),
		...members.map(textOf),
		`"application": ${inline([...application.map(textOf), ...textsOf([...otherApplicationMembers])])}`,
		...request.map(textOf),
		`"fields": ${fieldsText(plan.fields)}`,
		...(plan.filters.length === 0
			? []
			: [
					`"filters": ${block(
						'{',
						plan.filters.map(({ field, value }) => textOf([field, value])),
						'}',
					)}`,
				]),
		...options(plan).map(textOf),
		...otherTexts((member) => !isSchema(member)),
	];
	return `{\n${texts.map((text) => `  ${text}`).join(',\n')}\n}\n`;
}

function options({ format, view, limit, chunking, byteOrderMark, skipUnavailableShards }: Plan): readonly Member[] {
	return [
		['format', format],
		...optional('view', view === 'document' ? view : undefined),
		...optional('limit', limit),
		...optional('chunk', chunking),
		...optional('byteOrderMark', byteOrderMark || undefined),
		...optional('partialResults', skipUnavailableShards || undefined),
	];
}

function optional(name: string, value: unknown): readonly Member[] {
	return value === undefined ? [] : [[name, value]];
}

function rangeMember(range: Range): unknown {
	switch (range.kind) {
		case 'last24Hours':
			return { lastHours: 24 };
		case 'lastHours':
			return { lastHours: range.hours };
		case 'lastDays':
			return { lastDays: range.days };
		case 'between':
			return { since: dateText(range.since, atStartOfDay), until: dateText(range.until, atEndOfDay) };
		default:
			return range.kind;
	}
}

function dateText(time: CivilTime, edgeOfDay: (time: CivilTime) => CivilTime): string {
	return compareCivil(time, edgeOfDay(time)) === 0 ? formatDay(time) : formatCivil(time);
}

function fieldsText(fields: readonly string[]): string {
	const isUsual = fields.length === usualFields.length && fields.every((name, index) => name === usualFields[index]);
	return isUsual
		? JSON.stringify('standard')
		: block(
				'[',
				fields.map((name) => JSON.stringify(name)),
				']',
			);
}

function textsOf(others: readonly (readonly [name: string, text: string])[]): readonly string[] {
	return others.map(([name, text]) => `${JSON.stringify(name)}: ${text}`);
}

function textOf([name, value]: Member): string {
	const isObject = typeof value === 'object' && value !== null;
	return `${JSON.stringify(name)}: ${isObject ? inline(Object.entries(value).map(textOf)) : JSON.stringify(value)}`;
}

function inline(texts: readonly string[]): string {
	return `{ ${texts.join(', ')} }`;
}

function block(open: string, texts: readonly string[], close: string): string {
	return `${open}\n${texts.map((text) => `    ${text}`).join(',\n')}\n  ${close}`;
}

export function savedExportFileName(name: string): string {
	return `${avoidReserved(applicationFileName({ id: 'export', name }))}.json`;
}

/** Adds a number to a file name, as in `checkout-2.json`. */
export function numberedFileName(name: string, number: number): string {
	return name.replace(/\.json$/, `-${number}.json`);
}
