import { basename } from 'node:path';
import { type ChunkRange, getMoments } from '../../core/export/chunks/splitRange';
import { versionKey } from '../../core/records/query/values/versionKey';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { countActiveDevices } from '../../core/triage/fixed/activeDevices';
import type { TriageJudge } from '../../core/triage/judgeGroup';
import { formatCivil, parseCivil } from '../../shared/civilTime';
import {
	type ComparedGroup,
	type ComparisonPage,
	type ComparisonPageQuestion,
	changeThresholds,
	type ExposureKind,
	type SideQuestion,
	verdictKinds,
} from '../../shared/comparison';
import { foldNames, foldVerdicts } from '../../shared/protocols/comparisonProtocol';
import type { GroupKey } from '../../shared/results';
import { describeCaveat, describeVerdict } from '../../wording/comparisonMessages';
import { comparisonReport } from '../../wording/report/comparisonReport';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { type ParsedOptions, sourceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { askedForm } from '../output/askedForm';
import { addToSummary } from '../output/writeReport';
import { takeLimits } from '../records/flags';
import {
	allowUnjudged,
	gateWords,
	getGateExitCode,
	judgeGates,
	judgeRegressions,
	readGates,
	rises,
} from '../records/gates';
import { countsData, linksOf, namesData } from '../records/groupData';
import type { OpenFile } from '../records/openFile';
import { askedFilters, askedKey, keyOption, keyWords, queryMeaning } from '../records/viewFromOptions';
import { activeDevicesOption, openActiveDevices } from '../triage/activeDevicesOption';
import { openTriage, requiredApplication, triageData, triageOption, triagePlace } from '../triage/triageOf';

const usualCount = 20;
const maxCount = 10_000;
const trendParts = 24;
const groupsAtOnce = 5_000;

const bases = ['duration', 'errors'] as const;
type Basis = (typeof bases)[number];
const exposureOf: Readonly<Record<Basis, ExposureKind>> = { duration: 'time', errors: 'devices' };

export const compare: Command = {
	summary: 'Compares two files, versions, or date ranges and shows new, increased, decreased, and gone errors.',
	usage: '<before> [<after>] [--fail-on new,increased]',
	options: {
		...keyOption,
		query: { type: 'string', value: 'QUERY', meaning: `filter for both sides: ${queryMeaning}` },
		'before-versions': { type: 'string', value: 'LIST', meaning: 'only records of these versions' },
		'after-versions': { type: 'string', value: 'LIST', meaning: 'only records of these versions' },
		'before-range': {
			type: 'string',
			value: 'A..B',
			meaning: 'only records in this date range (YYYY-MM-DD..YYYY-MM-DD)',
		},
		'after-range': {
			type: 'string',
			value: 'A..B',
			meaning: 'only records in this date range (YYYY-MM-DD..YYYY-MM-DD)',
		},
		'normalize-by': {
			type: 'string',
			value: 'BASIS',
			meaning: 'normalize counts by duration or total errors (default: depends on the sides)',
		},
		...activeDevicesOption,
		'fail-on': {
			type: 'string',
			multiple: true,
			value: 'LIST',
			meaning: `exit with code 1 if the comparison contains any of: ${gateWords} (changes by a factor below ${changeThresholds.ratio} or of fewer than ${changeThresholds.count} devices don't count)`,
		},
		...allowUnjudged,
		top: {
			type: 'string',
			value: 'N',
			meaning: `number of groups to show per verdict (default: ${usualCount}, in JSON all; maximum: ${maxCount})`,
		},
		...triageOption,
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 2],
	async run(given, context) {
		const { engine, signal, progress } = context;
		const gates = readGates(given.texts('fail-on'));
		const top = given.count('top', usualCount, maxCount);
		const [pathBefore = '', pathAfter = pathBefore] = given.operands;
		const sides = { before: sideOf(given, 'before'), after: sideOf(given, 'after') };
		const isOneFile = pathBefore === pathAfter;
		if (isOneFile && Object.keys({ ...sides.before, ...sides.after }).length === 0) {
			throw new UsageError('Specify what to compare: a second file, versions, or date ranges.');
		}
		await using before = await context.open(pathBefore);
		await using second = isOneFile ? undefined : await context.open(pathAfter);
		const after = second ?? before;
		if (gates.regressed) {
			requiredApplication(triagePlace(given, context, after).application);
		}
		const limitsBefore = takeLimits(before, progress);
		const limitsAfter = second ? takeLimits(second, progress) : limitsBefore;
		await checkVersions(sides.before.versions, 'before-versions', before);
		await checkVersions(sides.after.versions, 'after-versions', after);
		const normalizedBy = given.oneOf('normalize-by', bases, usualBasis(isOneFile, sides));
		const asked = await askedQuestion(given, context, { before, after, sides, normalizedBy });
		const { key, exposure } = asked.question;
		const askPage: AskPage = (page) =>
			engine.call(
				'compareRecords',
				{ before: before.session, after: after.session, question: { ...asked.question, ...page } },
				{ signal, onProgress: ({ share }) => progress.share('comparing', share) },
			);
		const result = await askPage({ verdicts: verdictKinds, order: 'evidence', start: 0, end: 0 });
		const form = askedForm(given, compare, context.terminal);
		const isJson = form === 'json' || form === 'ndjson';
		const document = await createDocument({ before, after, sides, result, ...asked }, askPage, top);
		await addToSummary(document, context.terminal);
		const most = given.isGiven('top') ? top : Number.POSITIVE_INFINITY;
		const compared = isJson && !asked.isPersonal ? await groupsByVerdict(askPage, result, most) : [];
		const triage = await openTriage(given, context, after);
		const rows = await rowsOf(key, compared, triage, { ...result, exposure });
		const [largest] =
			gates.moreDevicesThan === undefined
				? []
				: (await askPage({ verdicts: rises, order: 'after', start: 0, end: 1 })).page;
		const regressions = gates.regressed ? await countRegressions(triage, key) : undefined;
		const judged = judgeGates(gates, result, largest);
		const { met, unjudged, reasons } = judgeRegressions(judged, regressions, result);
		if (unjudged.length > 0) {
			progress.note(
				`--fail-on ${unjudged.join(',')} could not be judged. ${reasons.join(' ')} To ignore this, use --allow-unjudged.`,
			);
		}
		return {
			data: {
				before: { ...sideData(before, result.before, sides.before), limits: limitsBefore },
				after: { ...sideData(after, result.after, sides.after), limits: limitsAfter },
				groupedBy: keyWords(key, after.info),
				countedBy: result.by,
				normalizedBy,
				caveats: result.reasons.map((reason) => ({
					kind: reason.kind,
					excludes: reason.forbids,
					text: describeCaveat(reason),
				})),
				rhythm: result.rhythm ?? null,
				thresholds: changeThresholds,
				verdicts: { ...result.groups },
				groups: rows,
				likelySame: result.likelySame.map((pair) => ({
					before: groupFingerprint(key, pair.before),
					after: groupFingerprint(key, pair.after),
					frames: pair.frames,
				})),
				gates: { met, unjudged },
			},
			rows,
			document,
			exitCode: getGateExitCode(given, { met, unjudged }),
		};
	},
};

interface ChosenPart {
	readonly versions?: readonly string[];
	readonly range?: ChunkRange;
}

type Sides = Readonly<Record<'before' | 'after', ChosenPart>>;

type AskPage = (page: Pick<ComparisonPageQuestion, 'verdicts' | 'order' | 'start' | 'end'>) => Promise<ComparisonPage>;

interface ComparedFiles {
	readonly before: OpenFile;
	readonly after: OpenFile;
	readonly sides: Sides;
}

async function askedQuestion(
	given: ParsedOptions,
	context: CliContext,
	{ before, after, sides, normalizedBy }: ComparedFiles & { readonly normalizedBy: Basis },
) {
	const key = askedKey(given.text('by'), after.info);
	const query = given.text('query');
	const timeZone = after.facts?.timeZone ?? before.facts?.timeZone ?? 'UTC';
	const withActiveDevices = await activeDevicesCounter(given, context, normalizedBy);
	const sideQuestion = (file: OpenFile, chosen: ChosenPart): SideQuestion => ({
		filters: askedFilters(query, file.info),
		range: chosen.range && getMoments(chosen.range, { kind: 'named', name: timeZone }),
		versions: chosen.versions,
		facts: file.facts,
	});
	return {
		question: {
			before: await withActiveDevices(before, sideQuestion(before, sides.before)),
			after: await withActiveDevices(after, sideQuestion(after, sides.after)),
			key,
			exposure: exposureOf[normalizedBy],
			timeZone,
			trendParts,
		},
		filters: query === undefined ? [] : [query],
		isPersonal: key.kind === 'column' && after.info.columns[key.column]?.personal === true,
	};
}

async function activeDevicesCounter(given: ParsedOptions, context: CliContext, normalizedBy: Basis) {
	const active = await openActiveDevices(given, context);
	if (active && normalizedBy !== 'errors') {
		throw new UsageError('--active-devices can be used only if versions are compared, or with --normalize-by errors.');
	}
	return async (file: OpenFile, side: SideQuestion): Promise<SideQuestion> => {
		const activeDevices = active && (await countActiveDevices(active, file, file.info, side, context.signal));
		if (activeDevices === 0) {
			throw new UsageError(`--active-devices: no active devices in the versions and on the days of ${file.path}`);
		}
		return { ...side, activeDevices };
	};
}

interface ComparedResult extends ComparedFiles, Awaited<ReturnType<typeof askedQuestion>> {
	readonly result: ComparisonPage;
}

async function createDocument(
	{ before, after, sides, result, question: { key, exposure, timeZone }, filters, isPersonal }: ComparedResult,
	askPage: AskPage,
	top: number,
) {
	const links = linksOf(after);
	const folds: Parameters<typeof comparisonReport>[0]['folds'][number][] = [];
	for (const name of foldNames) {
		const kinds = foldVerdicts[name];
		const isListed = !isPersonal && name !== 'unchanged';
		const page = isListed
			? (await askPage({ verdicts: kinds, order: 'evidence', start: 0, end: top })).page
			: undefined;
		const groups = page?.map((group) => {
			const link = links.toGroup([], key, group.value);
			return { group, traits: undefined, code: undefined, link };
		});
		folds.push({ kinds, groups });
	}
	const application = before.entry?.stored.plan.application;
	return comparisonReport({
		application: application?.name ?? application?.id ?? basename(after.path),
		labels: { before: getLabel(before, sides.before), after: getLabel(after, sides.after) },
		key,
		keyWords: keyWords(key, after.info),
		isPersonal,
		exposure,
		timeZone,
		result,
		filters,
		folds,
		asOf: new Date(),
	});
}

async function groupsByVerdict(askPage: AskPage, result: ComparisonPage, most: number): Promise<ComparedGroup[]> {
	const groups: ComparedGroup[] = [];
	for (const verdicts of foldNames.map((name) => foldVerdicts[name])) {
		const count = Math.min(
			most,
			verdicts.reduce((sum, kind) => sum + result.groups[kind], 0),
		);
		for (let start = 0; start < count; start += groupsAtOnce) {
			const end = Math.min(count, start + groupsAtOnce);
			groups.push(...(await askPage({ verdicts, order: 'evidence', start, end })).page);
		}
	}
	return groups;
}

function sideOf(given: ParsedOptions, side: 'before' | 'after'): ChosenPart {
	const versions = given.text(`${side}-versions`);
	const range = given.text(`${side}-range`);
	return {
		...(versions !== undefined && { versions: versions.split(',').map((one) => one.trim()) }),
		...(range !== undefined && { range: getRange(range, side) }),
	};
}

function getRange(text: string, side: string): ChunkRange {
	const [first = '', last = first] = text.split('..');
	const [since, until] = [parseCivil(first, 'start'), parseCivil(last, 'end')];
	if (!since.ok || !until.ok || formatCivil(since.time) > formatCivil(until.time)) {
		throw new UsageError(`--${side}-range must have the format YYYY-MM-DD..YYYY-MM-DD, with the earlier day first`);
	}
	return { since: formatCivil(since.time), until: formatCivil(until.time) };
}

/**
 * Returns the default basis for comparing counts. Two versions in one file cover the same period, so their counts are
 * not normalized by time.
 */
function usualBasis(isOneFile: boolean, sides: Sides): Basis {
	const isByTime = sides.before.range !== undefined || sides.after.range !== undefined;
	return isOneFile && !isByTime ? 'errors' : 'duration';
}

function getLabel({ path }: OpenFile, { versions, range }: ChosenPart): string {
	const days = range && [range.since.slice(0, 10), range.until.slice(0, 10)];
	return [basename(path), versions?.join(', '), days?.join(' – ')].filter((part) => part !== undefined).join(' · ');
}

function sideData({ path }: OpenFile, { records, devices, tested }: ComparisonPage['before'], chosen: ChosenPart) {
	return {
		file: path,
		versions: chosen.versions ?? null,
		records,
		devices: devices ?? null,
		counted: tested.counted,
		activeDevices: tested.activeDevices ?? null,
		seconds: tested.seconds ?? null,
	};
}

async function rowsOf(
	key: GroupKey,
	compared: readonly ComparedGroup[],
	triage: TriageJudge | undefined,
	whole: Parameters<typeof describeVerdict>[1],
) {
	const rows: ReturnType<typeof rowOf>[] = [];
	for (const group of compared) {
		const judged = await triage?.judge(key, group.value);
		rows.push({ ...rowOf(key, group, whole), ...triageData(judged) });
	}
	return rows;
}

async function countRegressions(triage: TriageJudge | undefined, key: GroupKey): Promise<number> {
	const groups = (await triage?.groupsWithFiles(key)) ?? [];
	return groups.filter(({ status }) => status.state === 'regressed').length;
}

function rowOf(key: GroupKey, group: ComparedGroup, whole: Parameters<typeof describeVerdict>[1]) {
	const { value, verdict, change, before, after } = group;
	return {
		verdict: verdict.kind,
		...namesData(key, value),
		text: describeVerdict(group, whole),
		change: change ? { ratio: change.ratio ?? null, low: change.low, high: change.high ?? null } : null,
		before: before ? countsData(before) : null,
		after: after ? countsData(after) : null,
	};
}

const maxVersions = 10_000;

async function checkVersions(versions: readonly string[] | undefined, option: string, file: OpenFile): Promise<void> {
	if (versions === undefined) {
		return;
	}
	const { versionColumn: column } = file.info;
	if (column === undefined) {
		throw new UsageError(`--${option}: ${file.path} has no column with versions`);
	}
	const params = { view: { filters: [], sort: [] }, column, limit: maxVersions };
	const { values } = await file.query('topValues', params);
	const known = new Set(values.map(({ value }) => versionKey(value)));
	const missing = versions.find((version) => !known.has(versionKey(version)));
	if (missing !== undefined && values.length < maxVersions) {
		const frequent = values
			.slice(0, 5)
			.map(({ value }) => value)
			.filter((value) => value !== '');
		throw new UsageError(
			`--${option}: no records of version "${missing}" in ${file.path}. The most frequent versions are ${frequent.join(', ')}.`,
		);
	}
}
