import { baseName } from '../../common/baseName';
import type { CrashSite, SiteCount } from '../../records/query/crashSites/siteAnswers';
import { labelOf } from '../../stack/trace/frameLabel';
import type { AnswerContent, AnswerRow } from '../text/answerText';
import { countText, momentText, pathText, versionSpan } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import type { AgentWorld, KnownRecords, OpenedRecords } from '../world/agentWorld';
import type { References } from '../world/references';
import { describeRecords } from './describeRecords';
import { groupTexts } from './groupTexts';

/** Exports that are looked at, the newest first. */
const maxExports = 5;
/** Of what one export has, those of most records. */
const maxSites = 200;
/** Lines from a place that was asked about within which it is meant. */
const nearLines = 20;

/** A frame that leads to the file that was asked about. */
interface PlacedSite {
	readonly site: CrashSite;
	/** Base 1. */
	readonly line: number;
	/** Of the function. */
	readonly name: string;
}

/** The errors whose own frames lead to a file of the workspace, or to a function of it. */
export async function tellErrorsAt(
	world: AgentWorld,
	references: References,
	{ path, line, limit }: ToolInput<'errors_at'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const wanted = path.replaceAll('\\', '/').replace(/^\.\//, '');
	const head: string[] = [];
	const rows: AnswerRow[] = [];
	const whole = (await world.list(signal)).filter((records) => records.path !== undefined);
	let left = 0;
	for (const of of whole.slice(0, maxExports)) {
		const opened = await world.open(of, signal);
		const placed = await sitesIn(world, opened, wanted, signal);
		const meant = line === undefined ? placed.sites : atLine(placed.sites, line);
		const counted = meant.length === 0 ? undefined : await countIn(opened, meant, placed.generation, limit, signal);
		if (counted && counted.records > 0) {
			const id = references.exportId(of);
			const lines = [...new Set(meant.map((one) => one.line))].sort((a, b) => a - b);
			head.push(describeRecords(id, of, world.now()));
			head.push(`${id}: ${describeSummary(counted)} · lines ${lines.slice(0, 10).join(', ')}`);
			rows.push(...counted.groups.map((group) => rowOf(references, of, id, group)));
			left += counted.groupCount - counted.groups.length;
		}
	}
	const place = `${pathText(wanted)}${line === undefined ? '' : `:${line}`}`;
	const looked = `${countText(Math.min(whole.length, maxExports))} of ${countText(whole.length)} exports, the newest`;
	return {
		head: [`errors at ${place}: ${countText(rows.length + left)} groups; looked at ${looked}`, ...head],
		rows,
		rest: (shown) => {
			const more = rows.length - shown + left;
			return more > 0 ? `left out: ${countText(more)} more groups; ask with a higher limit, or with a line` : '';
		},
	};
}

async function sitesIn(
	world: AgentWorld,
	opened: OpenedRecords,
	wanted: string,
	signal: AbortSignal,
): Promise<{ readonly sites: readonly PlacedSite[]; readonly generation: number }> {
	const name = baseName(wanted);
	const { sites, generation } = await opened.crashSites({ names: [name], most: maxSites }, signal);
	const placed: PlacedSite[] = [];
	for (const site of sites) {
		const { frame, trace } = site.question;
		const [located] = await world.locate([frame], trace, signal);
		if (located?.kind === 'none' && located.reason.kind === 'noWorkspace') {
			throw new AgentRefusal({ kind: 'noWorkspace' });
		}
		if (located?.kind === 'target') {
			const { file, line1 } = located.target;
			// The path may be from the folder, from above it where several are open, or from the root of the disk.
			const names = [file.path, `${file.folder}/${file.path}`];
			if (names.includes(wanted) || decoded(file.uri).endsWith(`/${wanted.replace(/^\//, '')}`)) {
				placed.push({ site, line: line1, name: labelOf(frame).full });
			}
		}
	}
	return { sites: placed, generation };
}

function decoded(uri: string): string {
	try {
		return decodeURIComponent(uri);
	} catch {
		return uri;
	}
}

/** Those of the functions that have errors around a line, or nearest to it. */
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
		...(lastSeen === undefined ? [] : [`last ${momentText(lastSeen)}`]),
		...(versions ? [`versions ${versionSpan(versions.first, versions.last)}`] : []),
	].join(' · ');
}

function rowOf(
	references: References,
	of: KnownRecords,
	exportId: string,
	{ title, ofAll, ...summary }: SiteCount['groups'][number],
): AnswerRow {
	const key = { kind: 'frames' } as const;
	const id = references.groupId({ of, filters: [], key, value: title });
	const { first: firstVersion = '', last: lastVersion = '' } = summary.versions ?? {};
	return {
		line: `${id} of ${exportId}: ${describeSummary(summary)} · ${countText(ofAll)} records of the group in all`,
		texts: groupTexts(id, key, { value: title, detail: '', firstVersion, lastVersion }),
	};
}
