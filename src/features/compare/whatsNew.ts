import * as vscode from 'vscode';
import { versionKey } from '../../core/records/query/values/versionKey';
import { currentUntil, rangesAround } from '../../core/sync/model/watermark';
import type { KnownSet } from '../../engine/protocol';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import type { ApplicationNode, SyncedSetNode } from '../../services/treeNodes';
import type { ChosenComparison, ChosenSide, RecordsFacts, TimeRange } from '../../shared/comparison';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { type Choice, type InputAnswer, pickOne, separator } from '../../vscode/quickInput';
import { describeInstant, describeSeconds, describeSpan } from '../../wording/comparisonMessages';
import { applicationName } from '../../wording/planMessages';
import { describeNews } from '../../wording/whatsNewMessages';
import { chooseVersion } from './chooseSides';
import { type ComparedRecords, getRecords, recordsGiven } from './comparedRecords';
import { moveWatermark } from './moveWatermark';
import { typeMoment } from './promptTime';

const { l10n } = vscode;

type WhatsNewServices = Pick<
	Services,
	'accounts' | 'engine' | 'exports' | 'syncedRecords' | 'watermarks' | 'whatsNewWatcher'
>;

/** Minimum length in seconds of the period with new records. Shorter periods can't be compared. */
const daySeconds = 86_400;

interface AskedSet {
	readonly records: ComparedRecords;
	readonly folder: string;
	readonly known: KnownSet;
	readonly facts: RecordsFacts;
	/** End of the synced range (Unix time in seconds). */
	readonly until: number;
}

type SinceChoice =
	/** Unix time in seconds. Later records are new. */
	{ readonly since: number } | 'version' | 'date' | 'move';

export async function whatsNew(
	services: WhatsNewServices,
	what: ApplicationNode | SyncedSetNode | vscode.Uri | undefined,
): Promise<void> {
	const records = await resolveSyncedSet(services, what);
	const asked = records && (await openAskedSet(services, records));
	if (!asked) {
		return;
	}
	for (;;) {
		const answer = await promptSince(services, asked);
		if (answer.kind !== 'value') {
			return;
		}
		const done = await carryOut(services, asked, answer.value);
		if (done.kind !== 'back') {
			return;
		}
	}
}

async function carryOut(
	services: WhatsNewServices,
	asked: AskedSet,
	answer: SinceChoice,
): Promise<InputAnswer<unknown>> {
	switch (answer) {
		case 'version': {
			const chosen = await chooseVersion(services, asked.records, l10n.t("What's New Since a Version"));
			const done = { kind: 'dismissed' } as const;
			if (!chosen) {
				return done;
			}
			if (chosen.kind === 'value') {
				await runCommand('appErrors.showComparison', sinceVersion(asked, chosen.value));
			}
			return chosen;
		}
		case 'date': {
			const typed = await typeMoment({
				...asked,
				title: l10n.t("What's New Since a Date"),
				prompt: l10n.t('Enter a start date. Without a time, the start of that day is used.'),
			});
			if (typed.kind === 'value') {
				await showSince(services, asked, typed.value);
			}
			return typed;
		}
		case 'move':
			return moveWatermark(services, asked);
		default:
			await showSince(services, asked, answer.since);
			return { kind: 'value', value: undefined };
	}
}

/** Shows the comparison. If it contains all records since the watermark, these records are considered reviewed. */
async function showSince(services: WhatsNewServices, asked: AskedSet, since: number): Promise<void> {
	const { folder, known, facts, until } = asked;
	const ranges = rangesAround(facts.covers, since, until);
	if (!ranges) {
		return;
	}
	const side = (range: TimeRange): ChosenSide => ({
		path: asked.records.path,
		range,
		label: l10n.t('{0}: {1}', asked.records.label, describeSpan(range, facts.timeZone)),
	});
	const shown = await runCommand('appErrors.showComparison', {
		application: applicationName(known.plan),
		before: side(ranges.before),
		after: side(ranges.after),
		exposure: 'time',
	});
	const watermark = services.watermarks.of(folder);
	if (shown === true && (watermark === undefined || since <= watermark.at)) {
		await services.watermarks.advance({ folder, known }, facts);
	}
}

function sinceVersion(
	{ records: { path, label }, known }: AskedSet,
	{ older, newer }: { readonly older: readonly string[]; readonly newer: readonly string[] },
): ChosenComparison {
	const [first = ''] = newer;
	// All spellings of a version, such as `1.0` and `v1.0`, belong to the same side of the comparison.
	const keys = new Set(newer.map(versionKey));
	return {
		application: applicationName(known.plan),
		before: {
			path,
			versions: older.filter((version) => !keys.has(versionKey(version))),
			label: l10n.t('Versions before {0} in {1}', first, label),
		},
		after: { path, versions: newer, label: l10n.t('Version {0} and later in {1}', first, label) },
		exposure: 'devices',
	};
}

function promptSince({ watermarks }: WhatsNewServices, asked: AskedSet): Promise<InputAnswer<SinceChoice>> {
	const { folder, known, facts, until } = asked;
	const watermark = watermarks.of(folder);
	const news = watermarks.newsOf(folder);
	const row = (label: string, since: number, details: readonly string[] = []): Choice<SinceChoice> => {
		const trouble = troubleWith(asked, since);
		return {
			label,
			description: [
				describeInstant(since + 1, facts.timeZone),
				...(since < until ? [describeSeconds(until - since)] : []),
				...details,
			].join(' · '),
			...(trouble !== undefined && { detail: trouble }),
			refused: !rangesAround(facts.covers, since, until),
			value: { since },
		};
	};
	return pickOne<SinceChoice>({
		title: l10n.t("What's New in {0}", withoutIcons(applicationName(known.plan))),
		placeholder: l10n.t('Compares with the same weekdays and hours of earlier weeks'),
		items: [
			...(watermark ? [row(l10n.t('Since last reviewed'), watermark.at, news && describeNews(news))] : []),
			...(watermark?.earlier ?? [])
				.filter((at) => at < until)
				.map((at) => row(l10n.t('Since the previous review'), at)),
			{ label: l10n.t('Since a version…'), value: 'version' as const },
			{ label: l10n.t('Since a date…'), value: 'date' as const },
			separator(),
			{
				label: l10n.t('Set Last Reviewed Date…'),
				description: watermark
					? l10n.t('Last reviewed: {0}', describeInstant(watermark.at + 1, facts.timeZone))
					: l10n.t('Not reviewed yet'),
				value: 'move' as const,
			},
		],
	});
}

function troubleWith({ facts: { covers, timeZone }, until }: AskedSet, since: number): string | undefined {
	if (since >= until) {
		return l10n.t('There are no records after the selected time (last sync: {0}).', describeInstant(until, timeZone));
	}
	if (!rangesAround(covers, since, until)) {
		return l10n.t('There are no synced records before that date.');
	}
	return until - since < daySeconds
		? l10n.t('The range is shorter than one day, which is too short for a comparison.')
		: undefined;
}

async function openAskedSet(
	{ exports, syncedRecords }: WhatsNewServices,
	records: ComparedRecords,
): Promise<AskedSet | undefined> {
	const { path } = records;
	const facts = await exports.facts(path);
	const { folder, known } = (await syncedRecords.describe(path)) ?? {};
	const until = facts && currentUntil(facts.covers, known?.summary.currentTo);
	if (folder === undefined || !known || !facts || until === undefined) {
		void showInformation(l10n.t("These records haven't been synced yet. Sync them first."));
		return undefined;
	}
	return { records, folder, known, facts, until };
}

async function resolveSyncedSet(
	services: WhatsNewServices,
	what: ApplicationNode | SyncedSetNode | vscode.Uri | undefined,
): Promise<ComparedRecords | undefined> {
	const application = what && 'kind' in what && what.kind === 'application' ? what : undefined;
	const given = application ? undefined : await recordsGiven(services, what as Exclude<typeof what, ApplicationNode>);
	if (given?.records.isSynced) {
		return given.records;
	}
	const { service } = application?.account ?? (await services.accounts.signedIn());
	const all = await getRecords(services, service, application?.application.id);
	const [first, ...others] = all.filter(({ isSynced }) => isSynced);
	if (!first) {
		void showInformation(l10n.t('No synced records yet. Use "Sync Records…" on an application to start.'));
		return undefined;
	}
	if (others.length === 0) {
		return first;
	}
	const answer = await pickOne({
		title: l10n.t("What's New in Synced Records"),
		placeholder: l10n.t("Choose an application's records"),
		items: [first, ...others].map((records) => ({
			label: withoutIcons(records.of?.application ?? records.label),
			description: withoutIcons(records.label),
			detail: records.detail,
			iconPath: new vscode.ThemeIcon('database'),
			value: records,
		})),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}
