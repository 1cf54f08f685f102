import { parseCivil } from '../../shared/civilTime';
import { hasConflictMarkers } from '../common/mergeConflict';
import { cut, plainText } from '../common/plainText';
import { isApplicationId } from '../plan/applicationId';
import { isCount, oneOf } from '../plan/decodePlan';
import { chunkings, type Filter, formats, outputViews } from '../plan/plan';
import { maxDays, type Range } from '../plan/range';
import { presetKinds } from '../wizard/fieldPresets';
import { PlacedFault, type PlacedMember, type PlacedValue, parsePlacedJson, type TextRange } from './placedJson';
import {
	maxSavedExportBytes,
	type PlacedProblem,
	type SavedExport,
	type SavedExportProblem,
	savedExportType,
	timeBases,
} from './savedExport';

type ParsedSavedExport = { readonly ok: true; readonly saved: SavedExport } | ({ readonly ok: false } & PlacedProblem);

export const maxNameLength = 200;
const maxShownName = 100;

export const datePattern =
	/^[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?: (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;
export const bundlePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

const timeBasisNames = ['device', 'server'] as const;

/** Members that a saved export can have. Only editors use `$schema`. */
const knownMembers: ReadonlySet<string> = new Set(
	'$schema type name application range timeBasis fields filters format view limit chunk byteOrderMark partialResults'.split(
		' ',
	),
);
const knownApplicationMembers: ReadonlySet<string> = new Set(['id', 'name', 'bundle']);

class InvalidMember extends Error {
	constructor(
		readonly problem: SavedExportProblem,
		readonly at: TextRange,
	) {
		super(problem.kind);
	}
}

/** Parses a saved export. The file is untrusted, because anyone who contributes to the repository can change it. */
export function parseSavedExport(text: string): ParsedSavedExport {
	const start = { start: 0, end: Math.min(1, text.length) };
	if (text.length > maxSavedExportBytes) {
		return { ok: false, problem: { kind: 'tooLarge' }, at: start };
	}
	if (hasConflictMarkers(text)) {
		return { ok: false, problem: { kind: 'conflict' }, at: start };
	}
	try {
		return { ok: true, saved: savedExportOf(new MemberReader(parsePlacedJson(text), text)) };
	} catch (error) {
		if (error instanceof PlacedFault) {
			const { duplicate: member, at } = error;
			return { ok: false, problem: member === undefined ? { kind: 'notJson' } : { kind: 'duplicate', member }, at };
		}
		if (error instanceof InvalidMember) {
			return { ok: false, problem: error.problem, at: error.at };
		}
		throw error;
	}
}

/** Returns true if a text is apparently a saved export, even if it contains errors. */
export function isMeantAsSavedExport(text: string): boolean {
	return text.length <= maxSavedExportBytes && /"type"\s*:\s*"app-errors\/export@/.test(text);
}

function savedExportOf(members: MemberReader): SavedExport {
	members.get('type', ({ value }) => (value === savedExportType ? value : undefined));
	const application = members.get('application', (node) => (node.members ? members.of(node) : undefined));
	return {
		name: members.get('name', ({ value }) => shownName(value)),
		application: applicationOf(application),
		range: members.get('range', rangeOf),
		dateDimension: timeBases[members.find('timeBasis', ({ value }) => oneOf(value, timeBasisNames)) ?? 'device'],
		fields: members.get('fields', fieldsOf),
		filters: members.find('filters', filtersOf) ?? [],
		format: members.find('format', ({ value }) => oneOf(value, formats)) ?? 'csv',
		view: members.find('view', ({ value }) => oneOf(value, outputViews)) ?? 'results',
		limit: members.find('limit', ({ value }) => countUpTo(value, Number.MAX_SAFE_INTEGER)),
		chunking: members.find('chunk', ({ value }) => oneOf(value, chunkings)),
		byteOrderMark: members.find('byteOrderMark', ({ value }) => oneOf(value, [true, false])) ?? false,
		skipUnavailableShards: members.find('partialResults', ({ value }) => oneOf(value, [true, false])) ?? false,
		others: members.textsExcept(knownMembers),
		otherApplicationMembers: application.textsExcept(knownApplicationMembers),
		ignored: [...members.except(knownMembers), ...application.except(knownApplicationMembers)],
		root: members.node,
	};
}

class MemberReader {
	private readonly members: ReadonlyMap<string, PlacedMember>;

	constructor(
		readonly node: PlacedValue,
		private readonly text: string,
	) {
		if (!node.members) {
			throw new InvalidMember({ kind: 'notJson' }, node);
		}
		this.members = node.members;
	}

	of(node: PlacedValue): MemberReader {
		return new MemberReader(node, this.text);
	}

	/** @throws InvalidMember if the member exists and `read` returns undefined */
	find<T>(name: string, read: (node: PlacedValue) => T | undefined): T | undefined {
		const node = this.members.get(name)?.node;
		const value = node && read(node);
		if (node && value === undefined) {
			throw new InvalidMember({ kind: 'invalid', member: name }, node);
		}
		return value;
	}

	/** @throws InvalidMember if the member doesn't exist or `read` returns undefined */
	get<T>(name: string, read: (node: PlacedValue) => T | undefined): T {
		const value = this.find(name, read);
		if (value === undefined) {
			throw new InvalidMember({ kind: 'missing', member: name }, this.node);
		}
		return value;
	}

	except(known: ReadonlySet<string>) {
		return [...this.members].filter(([name]) => !known.has(name)).map(([name, { key }]) => ({ name, at: key }));
	}

	/** Returns the JSON text of all unknown members and of `$schema`, which are written back unchanged. */
	textsExcept(known: ReadonlySet<string>): ReadonlyMap<string, string> {
		const texts = [...this.members].map(([name, { node }]) => [name, this.text.slice(node.start, node.end)] as const);
		return new Map(texts.filter(([name]) => !known.has(name) || name === '$schema'));
	}
}

function applicationOf(members: MemberReader): SavedExport['application'] {
	const id = members.find('id', ({ value }) =>
		typeof value === 'string' && isApplicationId(value) ? value : undefined,
	);
	const bundle = members.find('bundle', ({ value }) =>
		typeof value === 'string' && bundlePattern.test(value) ? value : undefined,
	);
	const name = members.find('name', ({ value }) => shownName(value));
	if (id === undefined && bundle === undefined) {
		throw new InvalidMember({ kind: 'missing', member: 'id' }, members.node);
	}
	return {
		...(id !== undefined && { id }),
		...(name !== undefined && { name }),
		...(bundle !== undefined && { bundle }),
	};
}

function shownName(value: unknown): string | undefined {
	if (typeof value !== 'string' || [...value].length > maxNameLength) {
		return undefined;
	}
	return cut(plainText(value), maxShownName) || undefined;
}

function rangeOf({ value, members }: PlacedValue): Range | undefined {
	const kind = oneOf(value, ['today', 'yesterday'] as const);
	if (kind) {
		return { kind };
	}
	const values = Object.fromEntries([...(members ?? [])].map(([name, { node }]) => [name, node.value]));
	const days = countUpTo(values['lastDays'], maxDays);
	const hours = countUpTo(values['lastHours'], 24 * maxDays);
	const [since, until] = [dateOf(values['since'], 'start'), dateOf(values['until'], 'end')];
	if (members?.size === 2) {
		return since && until && { kind: 'between', since, until };
	}
	if (members?.size !== 1) {
		return undefined;
	}
	if (hours !== undefined) {
		return hours === 24 ? { kind: 'last24Hours' } : { kind: 'lastHours', hours };
	}
	return days === undefined ? undefined : { kind: 'lastDays', days };
}

function dateOf(value: unknown, edge: 'start' | 'end') {
	const parsed = typeof value === 'string' && datePattern.test(value) ? parseCivil(value, edge) : undefined;
	return parsed?.ok ? parsed.time : undefined;
}

function fieldsOf({ value, items = [] }: PlacedValue): SavedExport['fields'] | undefined {
	const names = items.map(({ value }) => value).filter((name) => typeof name === 'string');
	const isValid = items.length > 0 && new Set(names).size === items.length;
	return oneOf(value, presetKinds) ?? (isValid ? names : undefined);
}

function filtersOf({ members }: PlacedValue): readonly Filter[] | undefined {
	const filters = [...(members ?? [])].map(([field, { node }]) => ({ field, value: node.value }));
	const isValid = (filter: (typeof filters)[number]): filter is Filter => typeof filter.value === 'string';
	return members && filters.every(isValid) ? filters : undefined;
}

function countUpTo(value: unknown, most: number): number | undefined {
	return isCount(value) && value > 0 && value <= most ? value : undefined;
}
