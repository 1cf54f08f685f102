import { basename } from 'node:path';
import * as vscode from 'vscode';
import { nameOfSource, type ServerRecordsName } from '../../core/database/datasetDocument';
import type { ExportEntry, StoredQuestion } from '../../core/export/model/entry';
import type { Plan } from '../../core/plan/plan';
import { zoneName } from '../../core/plan/range';
import type { Services } from '../../services/services';
import type { ResultsStart } from '../../shared/protocols/resultsProtocol';
import type { FileReading } from '../../shared/results';
import { describeRecordCount, formatAgo, formatMoment, formatNear, isSameDay, withZone } from '../../wording/formats';
import { describeProof } from '../../wording/outcomeMessages';
import {
	applicationName,
	describeDates,
	describeDay,
	describeFilters,
	describeRange,
	describeTimeBasis,
} from '../../wording/planMessages';
import { describeCompleteness, describeCurrencyInZone } from '../../wording/syncMessages';
import type { ResultsDocument } from './document';
import type { SyncedSetInView } from './sync/pageSyncedSet';

const { l10n } = vscode;

export interface DatasetInView {
	readonly of: ServerRecordsName;
	readonly databaseName: string;
	readonly openedAt: Date;
}

/** Source of the displayed records. Undefined if App Errors didn't write the file. */
export type ShownSource = ExportEntry | SyncedSetInView | DatasetInView | undefined;

/** Returns the source if it belongs to an application. The application determines the layout and the time zone. */
function planned(from: ShownSource): { readonly stored: StoredQuestion } | SyncedSetInView | undefined {
	return from && !('openedAt' in from) ? from : undefined;
}

export function describeStart(
	{ uri }: Pick<ResultsDocument, 'uri'>,
	shown: ShownSource,
	{ progress }: FileReading,
	{ resultsLayouts, resultsViews, settings }: Pick<ResultsServices, 'resultsLayouts' | 'resultsViews' | 'settings'>,
): Omit<ResultsStart, 'notices' | 'emptyReasons' | 'syncedDays' | 'offersDevices'> {
	const from = planned(shown);
	const laidOut = from && ('stored' in from ? from.stored : from.known);
	return {
		title: titleOf(shown, settings) ?? basename(uri.fsPath),
		asOf: describeAge(shown, settings),
		info: progress.info,
		state: resultsViews.of(uri),
		layout: laidOut && resultsLayouts.of(laidOut),
		strings: { ...vscode.l10n.bundle },
		language: vscode.env.language,
		timeZone: timeZoneOf(shown, settings),
	};
}

type TimeZoneSetting = Pick<ResultsServices['settings'], 'timeZoneName'>;

function timeZoneOf(shown: ShownSource, { timeZoneName }: TimeZoneSetting): string {
	const from = planned(shown);
	const zone = from && ('stored' in from ? from.stored.zone : from.known.zone);
	return zone ? zoneName(zone) : timeZoneName;
}

/** Describes the source of the records for a report or issue. Uses dates instead of, for example, `last 7 days`. */
export function describeSource(
	{ uri }: Pick<ResultsDocument, 'uri'>,
	from: ShownSource,
	settings: TimeZoneSetting,
): string[] {
	const timeZone = timeZoneOf(from, settings);
	if (!from) {
		return [basename(uri.fsPath)];
	}
	if ('openedAt' in from) {
		return [...describeDataset(from), l10n.t('as of {0}', formatMoment(from.openedAt, 'minute', timeZone))];
	}
	if (!('stored' in from)) {
		const [name, ...rest] = describeSyncedSet(from);
		return [name, describeDates(`${from.span.first} 00:00:00`, `${from.span.last} 23:59:59`), ...rest];
	}
	const { stored, outcome } = from;
	return [
		applicationName(stored.plan),
		describeDates(stored.question.since, stored.question.until),
		...describeRest(stored.plan),
		l10n.t('exported {0}', formatMoment(outcome?.finishedAt ?? stored.askedAt, 'minute', timeZone)),
	];
}

export function describeAge(from: ShownSource, settings: TimeZoneSetting): string | undefined {
	const timeZone = timeZoneOf(from, settings);
	if (!from) {
		return undefined;
	}
	if ('openedAt' in from) {
		return l10n.t('as of {0}', withZone(formatNear(from.openedAt, new Date(), timeZone), timeZone));
	}
	return 'stored' in from ? describeExportAge(from, timeZone) : describeSyncedSetAge(from, timeZone);
}

function describeExportAge({ stored, outcome }: ExportEntry, timeZone: string): string {
	const exportedAt = new Date(outcome?.finishedAt ?? stored.askedAt);
	const shown = withZone(formatNear(exportedAt, new Date(), timeZone), timeZone);
	return [
		isToday(exportedAt, timeZone)
			? l10n.t('exported {0}', shown)
			: l10n.t('exported {0} · {1}', shown, formatAgo(exportedAt)),
		...(outcome ? [describeProof(outcome.proof).label] : []),
	].join(' · ');
}

function describeSyncedSetAge({ known, days, otherRows }: SyncedSetInView, timeZone: string): string {
	return [
		describeCurrencyInZone(known.summary, timeZone),
		describeCompleteness(days),
		...(otherRows > 0 ? [l10n.t('Not shown: {0} from other days', describeRecordCount(otherRows))] : []),
	].join(' · ');
}

function titleOf(from: ShownSource, settings: TimeZoneSetting): string | undefined {
	if (from && 'openedAt' in from) {
		return describeDataset(from).join(' · ');
	}
	if (!from || !('stored' in from)) {
		return from && describeSyncedSet(from).join(' · ');
	}
	const { stored, outcome } = from;
	const exportedAt = new Date(outcome?.finishedAt ?? stored.askedAt);
	return describeQuestion(stored, isToday(exportedAt, timeZoneOf(from, settings)));
}

function describeDataset({ of, databaseName }: DatasetInView): readonly string[] {
	const name = nameOfSource(of);
	return name === databaseName ? [name] : [name, databaseName];
}

function describeSyncedSet({ known: { plan } }: SyncedSetInView): readonly [string, ...string[]] {
	return [
		applicationName(plan),
		l10n.t('synced since {0}', describeDay(plan.since)),
		...describeRest({ dateDimension: 'receive', filters: plan.filters }),
	];
}

function isToday(moment: Date, timeZone: string): boolean {
	return isSameDay(moment, new Date(), timeZone);
}

/** @param today True if a relative date range still covers the same days as when it was requested */
function describeQuestion({ plan, question }: StoredQuestion, today: boolean): string {
	const dates = describeDates(question.since, question.until);
	return [
		applicationName(plan),
		today || plan.range.kind === 'between' ? describeRange(plan.range) : `${describeRange(plan.range)} (${dates})`,
		...describeRest(plan),
	].join(' · ');
}

function describeRest({ dateDimension, filters }: Pick<Plan, 'dateDimension' | 'filters'>): string[] {
	return [describeTimeBasis(dateDimension), ...describeFilters(filters)];
}

export type ResultsServices = Pick<
	Services,
	| 'accounts'
	| 'activeDevices'
	| 'applications'
	| 'databases'
	| 'deviceOffers'
	| 'engine'
	| 'exports'
	| 'extensionUri'
	| 'filtersToShow'
	| 'frames'
	| 'issueTrackers'
	| 'syncedRecords'
	| 'watermarks'
	| 'syncSchedule'
	| 'log'
	| 'mappings'
	| 'noteAuthor'
	| 'recordsInView'
	| 'resultsLayouts'
	| 'revisions'
	| 'resultsViews'
	| 'settings'
	| 'triageFiles'
>;
