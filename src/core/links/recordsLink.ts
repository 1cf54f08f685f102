import type { GroupKey } from '../../shared/results';
import { parseJson } from '../common/parseJson';
import { plainText } from '../common/plainText';
import { isApplicationId } from '../plan/applicationId';

const linkTests = ['contains', '=', '!=', '>=', '>', '<=', '<'] as const;

/** Condition on the values of a column. The tests `=` and `!=` accept several values. */
export interface LinkFilter {
	readonly column: string;
	readonly test: (typeof linkTests)[number];
	readonly values: readonly string[];
}

export interface LinkedGroup {
	readonly by: Exclude<GroupKey['kind'], 'column'>;
	/** Complete or abbreviated fingerprint of the group. */
	readonly fingerprint: string;
}

/** Link to records without any path, account, or secret. People who open it see their own copy of the records. */
export interface RecordsLink {
	readonly source:
		| { readonly kind: 'application'; readonly id: string }
		| { readonly kind: 'dataset'; readonly name: string };
	readonly group?: LinkedGroup | undefined;
	readonly filters: readonly LinkFilter[];
}

/** Parts of a URI as provided by VS Code. */
export interface LinkParts {
	readonly path: string;
	readonly query: string;
	readonly fragment: string;
}

type LinkProblem = 'path' | 'length' | 'characters' | 'key' | 'source' | 'group' | 'filters';

type ParsedLink =
	| { readonly ok: true; readonly link: RecordsLink }
	| { readonly ok: false; readonly problem: LinkProblem };

const extensionId = 'app-errors.app-errors';
const path = '/open';
const keys = ['app', 'dataset', 'by', 'group', 'filters'] as const;
const kinds: readonly LinkedGroup['by'][] = ['frames', 'name', 'message', 'topFrame'];

const maxLength = 2_000;
const most = { filters: 10, values: 20, valueLength: 200 };

/** Formats a link. Returns undefined if the link would be too long, or if a name can't be part of a link. */
export function formatRecordsLink(scheme: string, link: RecordsLink): string | undefined {
	const { source, group, filters } = link;
	const members: readonly (readonly [(typeof keys)[number], string])[] = [
		source.kind === 'application' ? ['app', source.id] : ['dataset', source.name],
		...(group ? ([['by', group.by] as const, ['group', group.fingerprint] as const] as const) : []),
		...(filters.length > 0 ? [['filters', encodeFilters(filters)] as const] : []),
	];
	const query = members.map(([key, value]) => `${key}=${value}`).join('&');
	const text = `${scheme}://${extensionId}${path}?${query}`;
	return text.length <= maxLength && parseRecordsLink({ path, query, fragment: '' }).ok ? text : undefined;
}

/** Parses a link. Links are untrusted, so only the format that `formatRecordsLink` writes is accepted. */
export function parseRecordsLink({ path: given, query, fragment }: LinkParts): ParsedLink {
	if (given !== path || fragment !== '') {
		return refused('path');
	}
	if (query.length > maxLength) {
		return refused('length');
	}
	// Percent-encoded characters aren't allowed, because programs that pass on the link could decode them twice.
	if (!/^[\w.=&-]+$/.test(query)) {
		return refused('characters');
	}
	const members = new Map<string, string>();
	for (const member of query.split('&')) {
		const [key = '', value = '', ...rest] = member.split('=');
		if (!keys.some((known) => known === key) || members.has(key) || value === '' || rest.length > 0) {
			return refused('key');
		}
		members.set(key, value);
	}
	const source = sourceOf(members);
	const group = groupOf(members);
	const filters = filtersOf(members.get('filters'));
	if (!source) {
		return refused('source');
	}
	if (group === 'invalid') {
		return refused('group');
	}
	return filters ? { ok: true, link: { source, ...(group && { group }), filters } } : refused('filters');
}

function refused(problem: LinkProblem): ParsedLink {
	return { ok: false, problem };
}

type Members = ReadonlyMap<string, string>;

function sourceOf(members: Members): RecordsLink['source'] | undefined {
	const [id, name] = [members.get('app'), members.get('dataset')];
	if (id !== undefined) {
		return name === undefined && isApplicationId(id) ? { kind: 'application', id } : undefined;
	}
	return name !== undefined && /^\w[\w.-]{0,99}$/.test(name) ? { kind: 'dataset', name } : undefined;
}

function groupOf(members: Members): LinkedGroup | undefined | 'invalid' {
	const [by, fingerprint] = [members.get('by'), members.get('group')];
	if (by === undefined && fingerprint === undefined) {
		return undefined;
	}
	const kind = kinds.find((known) => known === by);
	return kind && fingerprint !== undefined && /^[\da-f]{12,16}$/.test(fingerprint)
		? { by: kind, fingerprint }
		: 'invalid';
}

function encodeFilters(filters: readonly LinkFilter[]): string {
	const rows = filters.map(({ column, test, values }) => [column, test, ...values]);
	return Buffer.from(JSON.stringify(rows)).toString('base64url');
}

function filtersOf(text: string | undefined): readonly LinkFilter[] | undefined {
	if (text === undefined) {
		return [];
	}
	const rows = parseJson(Buffer.from(text, 'base64url').toString());
	if (!Array.isArray(rows) || rows.length === 0 || rows.length > most.filters) {
		return undefined;
	}
	const filters = rows.map(filterOf).filter((filter) => filter !== undefined);
	return filters.length === rows.length && encodeFilters(filters) === text ? filters : undefined;
}

function filterOf(row: unknown): LinkFilter | undefined {
	const [column, test, ...values]: readonly unknown[] = Array.isArray(row) ? row : [];
	const known = linkTests.find((name) => name === test);
	const isMultiple = known === '=' || known === '!=';
	if (
		typeof column !== 'string' ||
		!/^\w[\w.]{0,99}$/.test(column) ||
		!known ||
		values.length === 0 ||
		values.length > (isMultiple ? most.values : 1)
	) {
		return undefined;
	}
	const texts = values.filter((value) => typeof value === 'string');
	return texts.length === values.length && texts.every(isPlain) ? { column, test: known, values: texts } : undefined;
}

/** Returns true if a text contains no invisible characters or line breaks, so that it is displayed exactly as it is. */
function isPlain(text: string): boolean {
	return text.length <= most.valueLength && plainText(text) === text;
}
