import { basename } from 'node:path';
import { momentsOf, type SliceRange } from '../../core/export/slices/cutRange';
import { comparisonReport } from '../../services/report/comparisonReport';
import { formatCivil, parseCivil } from '../../shared/civilTime';
import {
	type ComparedGroup,
	type ComparisonPage,
	type ExposureKind,
	type SideQuestion,
	type VerdictKind,
	verdictKinds,
} from '../../shared/comparison';
import { foldNames, verdictsOf } from '../../shared/comparisonProtocol';
import type { GroupKey } from '../../shared/results';
import { describeObstacle, describeVerdict } from '../../wording/comparisonMessages';
import { exitCodes } from '../asked/exitCodes';
import type { Given } from '../asked/options';
import { UsageError } from '../asked/usageError';
import { addToSummary } from '../out/writeReport';
import { askedFilters, askedKey, keyOption, keyWords, queryMeaning } from '../records/askedView';
import { countsData, groupFingerprint, namesData } from '../records/groupData';
import type { OpenFile } from '../records/openFile';
import type { Command } from '../world/command';

/** So many groups of each verdict are told. */
const usualCount = 20;
const trendParts = 24;

const gates: readonly VerdictKind[] = ['new', 'grown', 'shrunk', 'gone'];
/** Those whose groups `devices>N` is about. */
const rises: readonly VerdictKind[] = ['new', 'grown'];
const gateWords = `${gates.join(', ')}, or devices>N for a new or grown one on more than N`;
/** Verdicts that leave open whether a gate would be met. */
const untold: readonly VerdictKind[] = ['cannotTell', 'tooFew'];

export const compare: Command = {
	summary: 'Tells which errors are new, gone, grown or shrunk beyond chance; between two files, versions or times.',
	usage: '<before> [<after>] [--fail-on new,grown]',
	options: {
		...keyOption,
		query: { type: 'string', value: 'Q', meaning: `on both sides; ${queryMeaning}` },
		'before-versions': { type: 'string', value: 'LIST', meaning: 'only records of these' },
		'after-versions': { type: 'string', value: 'LIST', meaning: 'only records of these' },
		'before-range': { type: 'string', value: 'A..B', meaning: 'days, yyyy-mm-dd, on the clock of the records' },
		'after-range': { type: 'string', value: 'A..B', meaning: 'days, yyyy-mm-dd, on the clock of the records' },
		exposure: { type: 'string', value: 'E', meaning: 'time, or devices for sides of the same time; by what differs' },
		'fail-on': { type: 'string', value: 'LIST', meaning: `exit with 1 where there are any: ${gateWords}` },
		strict: { type: 'boolean', meaning: 'with --fail-on: also where it cannot be told' },
		top: { type: 'string', value: 'N', meaning: `groups of each verdict that are told; ${usualCount}` },
	},
	takes: [1, 2],
	async run(given, world) {
		const { engine, signal, progress } = world;
		const gate = gateOf(given.text('fail-on'));
		const top = given.count('top', usualCount);
		const [pathBefore = '', pathAfter = pathBefore] = given.operands;
		const sides = { before: sideOf(given, 'before'), after: sideOf(given, 'after') };
		const isOneFile = pathBefore === pathAfter;
		if (isOneFile && Object.keys({ ...sides.before, ...sides.after }).length === 0) {
			throw new UsageError('Say what is compared: a second file, versions, or ranges of time.');
		}
		await using before = await world.open(pathBefore);
		await using second = isOneFile ? undefined : await world.open(pathAfter);
		const after = second ?? before;
		const key = askedKey(given.text('by'), after.info);
		const query = given.text('query');
		const exposure = given.oneOf<ExposureKind>('exposure', ['time', 'devices'], usualExposure(isOneFile, sides));
		const timeZone = after.facts?.timeZone ?? before.facts?.timeZone ?? 'UTC';
		const sideQuestion = (file: OpenFile, chosen: ChosenPart): SideQuestion => ({
			filters: askedFilters(query, file.info),
			range: chosen.range && momentsOf(chosen.range, { kind: 'named', name: timeZone }),
			versions: chosen.versions,
			facts: file.facts,
		});
		const question = {
			before: sideQuestion(before, sides.before),
			after: sideQuestion(after, sides.after),
			...{ key, exposure, timeZone, trendParts },
		};
		const ask = (verdicts: readonly VerdictKind[], end: number, order: 'evidence' | 'after' = 'evidence') =>
			engine.call(
				'compareRecords',
				{ before: before.session, after: after.session, question: { ...question, verdicts, order, start: 0, end } },
				{ signal, onProgress: ({ share }) => progress.share('comparing', share) },
			);
		const result = await ask(verdictKinds, 0);
		const isPersonal = key.kind === 'column' && after.info.columns[key.column]?.personal === true;
		const folds: { readonly kinds: readonly VerdictKind[]; readonly groups: readonly ComparedGroup[] | undefined }[] =
			[];
		for (const name of foldNames) {
			const kinds = verdictsOf[name];
			const isTold = !isPersonal && name !== 'unchanged';
			folds.push({ kinds, groups: isTold ? (await ask(kinds, top)).page : undefined });
		}
		const application = before.entry?.stored.plan.application;
		const document = comparisonReport({
			application: application?.name ?? application?.id ?? basename(after.path),
			labels: { before: labelOf(before, sides.before), after: labelOf(after, sides.after) },
			...{ key, keyWords: keyWords(key, after.info), isPersonal, exposure, timeZone, result },
			filters: query === undefined ? [] : [query],
			folds: folds.map(({ kinds, groups }) => ({
				kinds,
				groups: groups?.map((group) => ({ group, apart: undefined, code: undefined })),
			})),
			asOf: new Date(),
		});
		await addToSummary(document, world.terminal);
		const rows = folds.flatMap(({ groups = [] }) => groups.map((group) => rowOf(key, group, { ...result, exposure })));
		const [largest] = gate.moreDevicesThan === undefined ? [] : (await ask(rises, 1, 'after')).page;
		const met: string[] = gate.kinds.filter((kind) => result.groups[kind] > 0);
		if (result.by === 'devices' && largest && largest.counted.after > (gate.moreDevicesThan ?? 0)) {
			met.push(`devices>${gate.moreDevicesThan}`);
		}
		const isAsked = gate.kinds.length > 0 || gate.moreDevicesThan !== undefined;
		// Without devices nobody knows on how many a group is.
		const isUncounted = largest !== undefined && result.by === 'records';
		const isOpen = given.has('strict') && isAsked && (isUncounted || untold.some((kind) => result.groups[kind] > 0));
		return {
			data: {
				before: sideData(before, result.before, sides.before),
				after: sideData(after, result.after, sides.after),
				by: keyWords(key, after.info),
				countedBy: result.by,
				exposure,
				reasons: result.reasons.map((reason) => ({
					kind: reason.kind,
					forbids: reason.forbids,
					text: describeObstacle(reason),
				})),
				verdicts: { ...result.groups },
				groups: rows,
				likelySame: result.likelySame.map((pair) => ({
					before: groupFingerprint(key, pair.before),
					after: groupFingerprint(key, pair.after),
					frames: pair.frames,
				})),
				gates: { met, open: isOpen },
			},
			rows,
			document,
			exitCode: met.length > 0 || isOpen ? exitCodes.gate : exitCodes.done,
		};
	},
};

/** Which of a file's records are a side. */
interface ChosenPart {
	readonly versions?: readonly string[];
	/** On the clock of the records. */
	readonly range?: SliceRange;
}

function sideOf(given: Given, side: 'before' | 'after'): ChosenPart {
	const versions = given.text(`${side}-versions`);
	const range = given.text(`${side}-range`);
	return {
		...(versions !== undefined && { versions: versions.split(',').map((one) => one.trim()) }),
		...(range !== undefined && { range: rangeOf(range, side) }),
	};
}

function rangeOf(text: string, side: string): SliceRange {
	const [first = '', last = first] = text.split('..');
	const [since, until] = [parseCivil(first, 'start'), parseCivil(last, 'end')];
	if (!since.ok || !until.ok) {
		throw new UsageError(`--${side}-range is yyyy-mm-dd..yyyy-mm-dd`);
	}
	return { since: formatCivil(since.time), until: formatCivil(until.time) };
}

/** Versions of one file are of the same time, of which the devices are the measure. */
function usualExposure(isOneFile: boolean, sides: Readonly<Record<'before' | 'after', ChosenPart>>): ExposureKind {
	const isByTime = sides.before.range !== undefined || sides.after.range !== undefined;
	return isOneFile && !isByTime ? 'devices' : 'time';
}

/** What ends the command with the exit code of a gate. */
interface Gate {
	readonly kinds: readonly VerdictKind[];
	/** A new or grown group on more of them; undefined where that is not asked. */
	readonly moreDevicesThan: number | undefined;
}

function gateOf(list = ''): Gate {
	const kinds: VerdictKind[] = [];
	let moreDevicesThan: number | undefined;
	for (const typed of list.split(',').map((one) => one.trim())) {
		const kind = gates.find((known) => known === typed);
		const devices = /^devices *> *(\d{1,9})$/.exec(typed);
		if (kind) {
			kinds.push(kind);
		} else if (devices) {
			moreDevicesThan = Math.min(Number(devices[1]), moreDevicesThan ?? Number.POSITIVE_INFINITY);
		} else if (typed !== '') {
			throw new UsageError(`--fail-on is a list of ${gateWords}`);
		}
	}
	return { kinds, moreDevicesThan };
}

function labelOf({ path }: OpenFile, { versions, range }: ChosenPart): string {
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
		seconds: tested.seconds ?? null,
	};
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
