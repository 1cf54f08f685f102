import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { getMoments } from '../../core/export/chunks/splitRange';
import type { SuspectReason } from '../../core/suspects/suspects';
import { formatCivil, parseCivil } from '../../shared/civilTime';
import { titleAndPlace } from '../../shared/groupLabels';
import { describeInstant } from '../../wording/comparisonMessages';
import { describeRecordCount, plural } from '../../wording/formats';
import { describeSuspectReason, describeSuspects } from '../../wording/revisionMessages';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { type DigestChange, type DigestItem, digestChanges, digestOf, type FileDigest } from '../digest/digestOf';
import { DigestState } from '../digest/digestState';
import { type ParsedOptions, sourceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { line } from '../output/blocks';
import { addToSummary } from '../output/writeReport';
import { allowUnjudged, gateWords, getGateExitCode, judgeGates, judgeRegressions, readGates } from '../records/gates';
import { codeData, momentData, namesData, suspectsData } from '../records/groupData';
import { openTriage, triageData, triageOption } from '../triage/triageOf';

/** Maximum number of items in a digest, which has at most ten lines including its first and last line. */
const maxItems = 8;

const stateFileName = 'digest.json';

const changeWords: Readonly<Record<DigestChange, string>> = {
	regressed: 'Regressed',
	new: 'New',
	increased: 'Increased',
	stillHappening: 'Still happening',
	fixed: 'Fixed',
};

const repositoryReasons: ReadonlySet<SuspectReason['kind']> = new Set([
	...(['noGit', 'noRepository', 'shallow', 'gitFailed', 'noTag'] as const),
]);

export const digest: Command = {
	summary: 'Summarizes what is new, increased, regressed, or fixed since the last run, in at most ten lines.',
	usage: '[<file>...] [--since DATE]',
	options: {
		since: {
			type: 'string',
			value: 'DATE',
			meaning:
				'start of the new period (default: end of the last digest, or the last day). At least one day is compared.',
		},
		state: {
			type: 'string',
			value: 'FILE',
			meaning: `file that stores the end of the last digest (default: ${stateFileName} in the export folder)`,
		},
		'fail-on': {
			type: 'string',
			multiple: true,
			value: 'LIST',
			meaning: `exit with code 1 if the digest contains any of: ${gateWords}`,
		},
		...allowUnjudged,
		triage: triageOption.triage,
	},
	uses: ['output', 'library', 'base-url', 'version-tags', ...sourceOptions],
	takes: [0, 100],
	async run(given, context) {
		const gates = readGates(given.texts('fail-on'));
		const files = await filesOf(given, context);
		const state = given.isGiven('since') ? undefined : await DigestState.read(statePath(given, context));
		const digests: DigestedFile[] = [];
		const met: string[] = [];
		const unjudged: string[] = [];
		for (const path of files) {
			await using file = await context.open(path);
			const stateKey = stateKeyOf(path, context);
			const last = state?.last(stateKey) ?? {
				until: sinceOf(given, file.facts?.timeZone ?? 'UTC'),
				fixed: [],
				rises: {},
			};
			const triage = await openTriage(given, context, file);
			const found = await digestOf(file, last, triage, context);
			state?.set(stateKey, found.next);
			const judged = judgeFile(found, gates);
			met.push(...judged.met);
			unjudged.push(...judged.unjudged);
			digests.push({ path, found });
		}
		const items = digestChanges.flatMap((change) =>
			digests.flatMap(({ found }) =>
				found.items.filter((item) => item.change === change).map((item) => ({ item, found })),
			),
		);
		const document = {
			title: 'Errors',
			language: 'en',
			blocks: blocksOf(digests, items),
		};
		await addToSummary(document, context.terminal);
		await state?.save();
		const rows = items.map(({ item, found }) => rowOf(item, found));
		return {
			data: {
				files: digests.map(({ path, found }) => ({
					application: found.application,
					file: path,
					since: momentData(found.range?.since),
					until: momentData(found.next.until),
					caveats: found.caveats,
				})),
				groups: rows,
				gates: { met: [...new Set(met)], unjudged: [...new Set(unjudged)] },
			},
			rows,
			document,
			exitCode: getGateExitCode(given, { met, unjudged }),
		};
	},
};

interface DigestedFile {
	readonly path: string;
	readonly found: FileDigest;
}

async function filesOf(given: ParsedOptions, context: CliContext): Promise<readonly string[]> {
	const { account, engine, libraries, terminal } = context;
	if (given.operands.length > 0) {
		return given.operands.map((path) => resolve(terminal.cwd, path));
	}
	const [library] = libraries;
	const { service } = account.ref;
	const sets = library === undefined ? [] : await engine.call('listSyncedSets', { library, service });
	const found = sets.flatMap(({ known }) => (known?.summary.currentTo === undefined ? [] : [known.manifest]));
	if (found.length === 0) {
		throw new UsageError('No records are synced. Use app-errors sync first, or specify files.');
	}
	return found;
}

function statePath(given: ParsedOptions, { libraries, terminal }: CliContext): string {
	const typed = given.text('state');
	if (typed !== undefined) {
		return resolve(terminal.cwd, typed);
	}
	const [library] = libraries;
	if (library === undefined) {
		throw new UsageError('No export folder is set. Use --state, --since, --library, or APP_ERRORS_LIBRARY.');
	}
	return join(library, stateFileName);
}

/**
 * Returns the key of a file in the digest state. A path relative to the export folder is used if possible, because this
 * path stays valid in other CI runs.
 */
function stateKeyOf(path: string, { libraries: [library = ''] }: CliContext): string {
	const below = relative(library, path);
	return (below.startsWith('..') || isAbsolute(below) ? path : below).split(sep).join('/');
}

function sinceOf(given: ParsedOptions, timeZone: string): number | undefined {
	const typed = given.text('since');
	if (typed === undefined) {
		return undefined;
	}
	const parsed = parseCivil(typed, 'start');
	if (!parsed.ok) {
		throw new UsageError('--since must be a date, such as 2026-11-20.');
	}
	const since = formatCivil(parsed.time);
	return getMoments({ since, until: since }, { kind: 'named', name: timeZone }).since - 1;
}

function judgeFile({ items, result }: FileDigest, gates: ReturnType<typeof readGates>) {
	if (!result) {
		const wanted = [...gates.kinds, ...(gates.regressed ? ['regressed'] : [])];
		return { met: [], unjudged: wanted };
	}
	const largest = result.page.toSorted((a, b) => b.counted.after - a.counted.after)[0];
	const regressions = items.filter(({ change }) => change === 'regressed').length;
	return judgeRegressions(judgeGates(gates, result, largest), gates.regressed ? regressions : undefined, result);
}

function blocksOf(
	digests: readonly DigestedFile[],
	items: readonly { readonly item: DigestItem; readonly found: FileDigest }[],
) {
	const hasSeveral = digests.length > 1;
	const caveats = digests.flatMap(({ found: { application, caveats, range } }) => {
		const [reason] = range ? caveats : ['The records do not start early enough for a comparison.'];
		return reason === undefined ? [] : [`${hasSeveral ? `${application}: ` : ''}${reason}`];
	});
	const counts = digestChanges.flatMap((change) => {
		const count = items.filter(({ item }) => item.change === change).length;
		return count === 0 ? [] : [`${count} ${changeWords[change].toLowerCase()}`];
	});
	const period = describePeriod(digests);
	const [caveat] = caveats;
	if (items.length === 0) {
		return [
			caveat === undefined
				? line(`No new, increased, or regressed errors ${period}.`)
				: line(`New and increased errors could not be judged ${period}. `, { foreign: caveat }),
		];
	}
	const unknown = describeNoSuspects(items);
	const notes = [
		...(caveat === undefined ? [] : [line('Not judged: ', { foreign: caveat })]),
		...(unknown === undefined ? [] : [line('Suspects: ', { foreign: unknown })]),
	];
	const shown = items.slice(0, maxItems - notes.length);
	const more = items.length - shown.length;
	return [
		line(`Errors ${period}: ${counts.join(', ')}.`),
		{ kind: 'list' as const, items: shown.map(({ item, found }) => lineOf(item, found, hasSeveral)) },
		...(more === 0 ? [] : [line(`And ${more} more. See the output in JSON.`)]),
		...notes,
	];
}

/**
 * Returns the reason why no suspect commits were found. Returns undefined unless all searches failed for the same
 * reason.
 */
function describeNoSuspects(items: readonly { readonly item: DigestItem }[]): string | undefined {
	const searched = items.flatMap(({ item: { suspects } }) => suspects ?? []);
	const reasons = searched.flatMap((one) =>
		one.kind === 'inconclusive' && repositoryReasons.has(one.reason.kind) ? [describeSuspectReason(one.reason)] : [],
	);
	const [reason] = reasons;
	return reasons.length === searched.length && reasons.every((one) => one === reason) ? reason : undefined;
}

function describePeriod(digests: readonly DigestedFile[]): string {
	const starts = digests.flatMap(({ found: { range, timeZone } }) => (range ? [{ at: range.since, timeZone }] : []));
	const [earliest] = starts.toSorted((a, b) => a.at - b.at);
	return earliest
		? `since ${describeInstant(earliest.at, earliest.timeZone)} ${earliest.timeZone}`
		: 'since the last run';
}

function lineOf(
	{ change, code, counts, link = '', suspects, text, triaged, value }: DigestItem,
	found: FileDigest,
	hasSeveral: boolean,
) {
	const { owner = '', issue = '' } = triaged?.file?.entry ?? {};
	const isRise = change === 'new' || change === 'increased';
	const counted = [
		describeRecordCount(counts.records),
		...(counts.devices === undefined ? [] : [plural(counts.devices, { one: '{0} device', other: '{0} devices' })]),
	];
	const touched = suspects?.kind === 'found' ? describeSuspects(suspects, found.timeZone) : '';
	const foreign = [...(isRise ? [] : [text]), code?.label ?? '', touched, owner, issue, link].filter(
		(one) => one !== '',
	);
	return [
		`${changeWords[change]}: `,
		{ foreign: [...(hasSeveral ? [found.application] : []), titleAndPlace(found.key, value)].join(' · ') },
		` · ${counted.join(' · ')}`,
		...foreign.flatMap((one) => [' · ', { foreign: one }]),
	];
}

function rowOf(
	{ change, code, counts, link, suspects, text, triaged, value }: DigestItem,
	{ application, key }: FileDigest,
) {
	return {
		change,
		application,
		...namesData(key, value),
		text,
		records: counts.records,
		devices: counts.devices ?? null,
		...triageData(triaged),
		code: codeData(code),
		suspects: suspectsData(suspects),
		link: link ?? null,
	};
}
