import { l10n } from 'vscode';
import type { Services } from '../../services/services';
import {
	type ComparisonPage,
	type ComparisonQuestion,
	type ExposureKind,
	type RecordsFacts,
	type SideQuestion,
	type TimeRange,
	type VerdictKind,
	verdictKinds,
} from '../../shared/comparison';
import type { GroupKey, TableInfo } from '../../shared/results';
import type { ReportedComparison, ReportFold } from './comparisonReport';
import { withRecords } from './openedRecords';

/** One side as a person chose it. */
export interface ChosenSide {
	/** Path of the records, or of the manifest of a set. */
	readonly path: string;
	readonly label: string;
	readonly facts: RecordsFacts | undefined;
	readonly range?: TimeRange;
	readonly version?: string;
}

export interface ChosenComparison {
	/** Name of the application. */
	readonly application: string;
	readonly before: ChosenSide;
	readonly after: ChosenSide;
	readonly exposure: ExposureKind;
}

/** So many groups of each fold are told. */
const toldGroups = 20;

/** In the order of the report. What cannot be told comes last. */
const folds: readonly { readonly kinds: readonly VerdictKind[]; readonly isTold: boolean }[] = [
	{ kinds: ['new'], isTold: true },
	{ kinds: ['grown'], isTold: true },
	{ kinds: ['unchanged'], isTold: false },
	{ kinds: ['shrunk'], isTold: true },
	{ kinds: ['gone'], isTold: true },
	{ kinds: ['cannotTell', 'variesStrongly', 'tooFew'], isTold: true },
];

/**
 * @returns what a report tells
 * @throws AppError `cancelled`, and what opening files of records throws
 */
export function runComparison(
	services: Pick<Services, 'engine' | 'exports'>,
	{ application, before, after, exposure }: ChosenComparison,
): Thenable<ReportedComparison> {
	const title = l10n.t('Comparing errors of {0}', application);
	return withRecords(services, title, [before.path, after.path], async ({ opened, signal, report }) => {
		const [one, other] = [opened(before.path), opened(after.path)];
		const timeZone = after.facts?.timeZone ?? 'UTC';
		const question: ComparisonQuestion = {
			before: questionOf(before),
			after: questionOf(after),
			key: keyOf(other.info),
			exposure,
			timeZone,
		};
		const ask = (verdicts: readonly VerdictKind[], end: number): Promise<ComparisonPage> =>
			services.engine.call(
				'compareRecords',
				{
					before: one.session,
					after: other.session,
					question: { ...question, verdicts, order: 'evidence', start: 0, end, trendParts: 1 },
				},
				{ signal, onProgress: ({ share }) => report(share) },
			);
		const result = await ask(verdictKinds, 0);
		const told: ReportFold[] = [];
		for (const { kinds, isTold } of folds) {
			told.push({ kinds, page: isTold ? (await ask(kinds, toldGroups)).page : undefined });
		}
		const labels = { before: before.label, after: after.label };
		return { application, labels, key: question.key, exposure, timeZone, result, folds: told, asOf: new Date() };
	});
}

function questionOf({ facts, range, version }: ChosenSide): SideQuestion {
	return { filters: [], facts, range, versions: version === undefined ? undefined : [version] };
}

/** As the results view groups at first. */
function keyOf({ columns }: TableInfo): GroupKey {
	return columns.some(({ name }) => name === 'error' || name === 'error_json') ? { kind: 'frames' } : { kind: 'name' };
}
