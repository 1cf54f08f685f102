import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry, StoredQuestion } from '../../core/export/model/entry';
import type { Plan } from '../../core/plan/plan';
import { zoneName } from '../../core/plan/range';
import type { KeptEntry } from '../../engine/protocol';
import type { FileReading } from '../../shared/results';
import type { ResultsStart } from '../../shared/resultsProtocol';
import { formatAgo, formatClock, formatMoment } from '../../wording/formats';
import { describeCurrency } from '../../wording/keptMessages';
import { describeProof } from '../../wording/outcomeMessages';
import { describeDates, describeDay, describeRange, describeTimeBasis } from '../../wording/planMessages';
import type { ResultsDocument } from './document';
import type { ResultsServices } from './editor';

const { l10n } = vscode;

/** What the page starts from, but for the notices. */
export function describeStart(
	{ uri }: Pick<ResultsDocument, 'uri'>,
	from: ExportEntry | KeptEntry | undefined,
	{ progress }: FileReading,
	{ resultsLayouts, resultsViews, settings }: Pick<ResultsServices, 'resultsLayouts' | 'resultsViews' | 'settings'>,
): Omit<ResultsStart, 'notices' | 'emptyReasons'> {
	const laidOut = from && ('stored' in from ? from.stored : from.known);
	const zone = from && ('stored' in from ? from.stored.zone : from.known?.zone);
	return {
		...(titleOf(from) ?? { title: basename(uri.fsPath), asOf: undefined }),
		info: progress.info,
		state: resultsViews.of(uri),
		layout: laidOut && resultsLayouts.of(laidOut),
		strings: { ...vscode.l10n.bundle },
		language: vscode.env.language,
		timeZone: zone ? zoneName(zone) : settings.timeZoneName,
	};
}

/** What records are of, for people who see nothing but these words: with dates in place of `last 7 days`. */
export function describeSource(
	{ uri }: Pick<ResultsDocument, 'uri'>,
	from: ExportEntry | KeptEntry | undefined,
): string[] {
	if (!from || !('stored' in from)) {
		return from?.known ? describeKept(from.known) : [basename(uri.fsPath)];
	}
	const { stored, outcome } = from;
	return [
		stored.plan.application.name ?? stored.plan.application.id,
		describeDates(stored.question.since, stored.question.until),
		...describeRest(stored.plan),
		l10n.t('exported {0}', formatMoment(outcome?.finishedAt ?? stored.askedAt)),
	];
}

/** When it was exported, and whether that is known to be all. */
export function describeAge({ stored, outcome }: ExportEntry): string {
	const exportedAt = new Date(outcome?.finishedAt ?? stored.askedAt);
	return [
		isToday(exportedAt)
			? l10n.t('exported {0}', formatClock(exportedAt))
			: l10n.t('exported {0} · {1}', formatMoment(exportedAt), formatAgo(exportedAt)),
		...(outcome ? [describeProof(outcome.proof).label] : []),
	].join(' · ');
}

/** What was asked and when, as a person reads it. */
function titleOf(from: ExportEntry | KeptEntry | undefined): Pick<ResultsStart, 'title' | 'asOf'> | undefined {
	if (!from || !('stored' in from)) {
		const known = from?.known;
		return known && { title: describeKept(known).join(' · '), asOf: describeCurrency(known.summary) };
	}
	const { stored, outcome } = from;
	const exportedAt = new Date(outcome?.finishedAt ?? stored.askedAt);
	return { title: describeQuestion(stored, isToday(exportedAt)), asOf: describeAge(from) };
}

function describeKept({ plan }: NonNullable<KeptEntry['known']>): string[] {
	return [
		plan.application.name ?? plan.application.id,
		l10n.t('kept since {0}', describeDay(plan.since)),
		...describeRest({ dateDimension: 'receive', filters: plan.filters }),
	];
}

function isToday(moment: Date): boolean {
	return moment.toDateString() === new Date().toDateString();
}

/** @param today Whether a relative range still is about the days it names. */
function describeQuestion({ plan, question }: StoredQuestion, today: boolean): string {
	const dates = describeDates(question.since, question.until);
	return [
		plan.application.name ?? plan.application.id,
		today || plan.range.kind === 'between' ? describeRange(plan.range) : `${describeRange(plan.range)} (${dates})`,
		...describeRest(plan),
	].join(' · ');
}

function describeRest({ dateDimension, filters }: Pick<Plan, 'dateDimension' | 'filters'>): string[] {
	return [describeTimeBasis(dateDimension), ...filters.map(({ field, value }) => `${field} = ${value}`)];
}
