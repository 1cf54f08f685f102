import { baseName } from '../../common/baseName';
import type { CrashSite, SiteCount } from '../../records/query/crashSites/siteAnswers';
import type { SourceFile } from '../../stack/locate/frameTarget';
import { getLabel } from '../../stack/trace/frameLabel';
import type { AgentContext, KnownRecords, OpenedRecords } from '../context/agentContext';
import { type AgentColumns, agentColumns } from '../context/nonPersonalColumns';
import type { References } from '../context/references';
import type { AnswerContent, AnswerRow } from '../text/answerText';
import { countText, momentText, pathText, versionSpan } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import { describeOpened } from './describeRecords';
import { groupTexts } from './groupTexts';
import { personalValues } from './sampleTrace';

const maxExports = 5;
const maxSites = 200;
const nearLines = 20;

interface PlacedSite {
	readonly site: CrashSite;
	readonly line: number;
	readonly name: string;
}

export async function formatErrorsAt(
	world: AgentContext,
	references: References,
	{ path, line, limit }: ToolInput<'errors_at'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const found = await world.findSource(path, signal);
	if (found.kind !== 'found') {
		throw new AgentRefusal({ kind: found.kind });
	}
	const { files } = found;
	const head: string[] = [];
	const rows: AnswerRow[] = [];
	const whole = (await world.list(signal)).filter((records) => records.path !== undefined);
	let left = 0;
	for (const of of whole.slice(0, maxExports)) {
		const opened = await world.open(of, signal);
		const placed = await sitesIn(world, opened, files, signal);
		const meant = line === undefined ? placed.sites : atLine(placed.sites, line);
		const counted = meant.length === 0 ? undefined : await countIn(opened, meant, placed.generation, limit, signal);
		if (counted && counted.records > 0) {
			const id = references.exportId(of);
			const lines = [...new Set(meant.map((one) => one.line))].sort((a, b) => a - b);
			head.push(...describeOpened(id, of, opened, world.now()));
			head.push(`${id}: ${describeSummary(counted)} · lines ${lines.slice(0, 10).join(', ')}`);
			const columns = agentColumns(opened.info, world);
			for (const group of counted.groups) {
				rows.push(rowOf(references, of, id, group, await personalIn(opened, columns, group, signal)));
			}
			left += counted.groupCount - counted.groups.length;
		}
	}
	const place = `${pathText(files[0]?.path ?? '')}${line === undefined ? '' : `:${line}`}`;
	const scope = `the newest ${countText(Math.min(whole.length, maxExports))} of ${countText(whole.length)} exports`;
	return {
		head: [`errors at ${place}: ${countText(rows.length + left)} groups; searched ${scope}`, ...head],
		rows,
		rest: (shown) => {
			const more = rows.length - shown + left;
			return more > 0 ? `not shown: ${countText(more)} more groups; use a higher limit or specify a line` : '';
		},
	};
}

async function sitesIn(
	world: AgentContext,
	opened: OpenedRecords,
	files: readonly SourceFile[],
	signal: AbortSignal,
): Promise<{ readonly sites: readonly PlacedSite[]; readonly generation: number }> {
	const uris = new Set(files.map(({ uri }) => uri));
	const names = [...new Set(files.map((file) => baseName(file.path)))];
	const { sites, generation } = await opened.crashSites({ names, most: maxSites }, signal);
	const placed: PlacedSite[] = [];
	for (const site of sites) {
		const { frame, trace } = site.question;
		const [located] = await world.locate([frame], trace, signal);
		if (located?.kind === 'target' && uris.has(located.target.file.uri)) {
			placed.push({ site, line: located.target.line1, name: getLabel(frame).full });
		}
	}
	return { sites: placed, generation };
}

function atLine(sites: readonly PlacedSite[], line: number): readonly PlacedSite[] {
	const spans = new Map<string, { readonly first: number; readonly last: number }>();
	for (const { name, line: at } of sites) {
		const { first, last } = spans.get(name) ?? { first: at, last: at };
		spans.set(name, { first: Math.min(first, at), last: Math.max(last, at) });
	}
	const distanceOf = (name: string) => {
		const { first = 0, last = 0 } = spans.get(name) ?? {};
		return Math.max(0, first - line, line - last);
	};
	const nearest = Math.min(...[...spans.keys()].map(distanceOf));
	return nearest > nearLines ? [] : sites.filter(({ name }) => distanceOf(name) === nearest);
}

async function countIn(
	opened: OpenedRecords,
	sites: readonly PlacedSite[],
	generation: number,
	maxGroups: number,
	signal: AbortSignal,
): Promise<SiteCount | undefined> {
	const of = sites.flatMap(({ site: { id, versions } }) => versions.map(({ code }) => ({ site: id, version: code })));
	const counts = await opened.countSites({ generation, sets: [{ of, threw: false }], maxGroups }, signal);
	return counts?.[0];
}

function describeSummary({
	records,
	devices,
	lastSeen,
	versions,
}: Pick<SiteCount, 'records' | 'devices' | 'lastSeen' | 'versions'>): string {
	return [
		`${countText(records)} records`,
		...(devices === undefined ? [] : [`${countText(devices)} devices`]),
		...(lastSeen === undefined ? [] : [`last seen ${momentText(lastSeen)}`]),
		...(versions ? [`versions ${versionSpan(versions.first, versions.last)}`] : []),
	].join(' · ');
}

async function personalIn(
	opened: OpenedRecords,
	columns: AgentColumns,
	{ title }: SiteCount['groups'][number],
	signal: AbortSignal,
): Promise<readonly string[]> {
	const filters = [{ kind: 'group' as const, key: { kind: 'frames' as const }, values: [title] }];
	const params = { view: { filters, sort: [] }, start: 0, end: 1, columns: [], cellLength: 0 };
	const [first] = columns.personal.length === 0 ? [] : (await opened.ask('page', params, signal)).rows;
	return personalValues(opened, columns, first?.number, signal);
}

function rowOf(
	references: References,
	of: KnownRecords,
	exportId: string,
	{ title, ofAll, ...summary }: SiteCount['groups'][number],
	personal: readonly string[],
): AnswerRow {
	const key = { kind: 'frames' } as const;
	const id = references.groupId({ of, filters: [], key, value: title });
	const { first: firstVersion = '', last: lastVersion = '' } = summary.versions ?? {};
	return {
		line: `${id} of ${exportId}: ${describeSummary(summary)} · ${countText(ofAll)} records in the whole group`,
		texts: groupTexts(id, key, { value: title, detail: '', firstVersion, lastVersion }, personal),
	};
}
