import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry, StoredQuestion } from '../../core/export/model/entry';
import type { Plan } from '../../core/plan/plan';
import { zoneName } from '../../core/plan/range';
import type { FileReading } from '../../shared/results';
import type { ResultsStart } from '../../shared/resultsProtocol';
import { formatAgo, formatClock, formatMoment } from '../../wording/formats';
import { describeProof } from '../../wording/outcomeMessages';
import { describeDates, describeRange, describeTimeBasis } from '../../wording/planMessages';
import type { ResultsDocument } from './document';
import type { ResultsServices } from './editor';

const { l10n } = vscode;

/** What the page starts from, but for the notices. */
export function describeStart(
	{ uri }: Pick<ResultsDocument, 'uri'>,
	entry: ExportEntry | undefined,
	{ progress }: FileReading,
	{ resultsLayouts, resultsViews, settings }: Pick<ResultsServices, 'resultsLayouts' | 'resultsViews' | 'settings'>,
): Omit<ResultsStart, 'notices' | 'emptyReasons'> {
	return {
		...(entry ? titleOf(entry) : { title: basename(uri.fsPath), asOf: undefined }),
		info: progress.info,
		state: resultsViews.of(uri),
		layout: entry && resultsLayouts.of(entry.stored),
		strings: { ...vscode.l10n.bundle },
		language: vscode.env.language,
		timeZone: entry?.stored.zone ? zoneName(entry.stored.zone) : settings.timeZoneName,
	};
}

/** What records are of, for people who see nothing but these words: with dates in place of `last 7 days`. */
export function describeSource({ uri }: Pick<ResultsDocument, 'uri'>, entry: ExportEntry | undefined): string[] {
	if (!entry) {
		return [basename(uri.fsPath)];
	}
	const { stored, outcome } = entry;
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
function titleOf(entry: ExportEntry): Pick<ResultsStart, 'title' | 'asOf'> {
	const { stored, outcome } = entry;
	const exportedAt = new Date(outcome?.finishedAt ?? stored.askedAt);
	return { title: describeQuestion(stored, isToday(exportedAt)), asOf: describeAge(entry) };
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

function describeRest({ dateDimension, filters }: Plan): string[] {
	return [describeTimeBasis(dateDimension), ...filters.map(({ field, value }) => `${field} = ${value}`)];
}
