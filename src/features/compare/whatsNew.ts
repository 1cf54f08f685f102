import * as vscode from 'vscode';
import { currentUntil, rangesAround } from '../../core/kept/model/mark';
import { versionKey } from '../../core/records/query/values/versionKey';
import type { KnownSet } from '../../engine/protocol';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import type { ApplicationNode, KeptNode } from '../../services/treeNodes';
import type { ChosenComparison, ChosenSide, RecordsFacts, TimeRange } from '../../shared/comparison';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { type Choice, type InputAnswer, pickOne, separator } from '../../vscode/quickInput';
import { describeInstant, describeSeconds, describeSpan } from '../../wording/comparisonMessages';
import { describeNews } from '../../wording/newsMessages';
import { applicationName } from '../../wording/planMessages';
import { chooseVersion } from './chooseSides';
import { type ComparedRecords, recordsGiven, recordsOf } from './comparedRecords';
import { moveMark } from './moveMark';
import { typeMoment } from './typeMoment';

const { l10n } = vscode;

type Used = Pick<Services, 'accounts' | 'engine' | 'exports' | 'kept' | 'keptMarks' | 'newsWatch'>;

/** Less than a day has no verdicts (seconds). */
const daySeconds = 86_400;

/** What a person chooses from in kept records. */
interface AskedSet {
	readonly records: ComparedRecords;
	readonly folder: string;
	readonly known: KnownSet;
	readonly facts: RecordsFacts;
	/** What it is current to (Unix time, seconds). */
	readonly until: number;
}

type Answer =
	/** Unix time, seconds. */
	{ readonly since: number } | 'version' | 'date' | 'move';

/** Asks since when, and compares what came to kept records since with as long before. */
export async function whatsNew(
	services: Used,
	what: ApplicationNode | KeptNode | vscode.Uri | undefined,
): Promise<void> {
	const records = await keptGiven(services, what);
	const asked = records && (await lookInto(services, records));
	if (!asked) {
		return;
	}
	for (;;) {
		const answer = await askSince(services, asked);
		if (answer.kind !== 'value') {
			return;
		}
		const done = await carryOut(services, asked, answer.value);
		if (done.kind !== 'back') {
			return;
		}
	}
}

async function carryOut(services: Used, asked: AskedSet, answer: Answer): Promise<InputAnswer<unknown>> {
	switch (answer) {
		case 'version': {
			const chosen = await chooseVersion(services, asked.records, l10n.t("What's new since a version"));
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
				title: l10n.t("What's new since a date"),
				prompt: l10n.t('Since when? A date alone means the start of that day.'),
			});
			if (typed.kind === 'value') {
				await showSince(services, asked, typed.value);
			}
			return typed;
		}
		case 'move':
			return moveMark(services, asked);
		default:
			await showSince(services, asked, answer.since);
			return { kind: 'value', value: undefined };
	}
}

/** What is seen since the mark or longer is looked at. */
async function showSince(services: Used, asked: AskedSet, since: number): Promise<void> {
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
	const mark = services.keptMarks.of(folder);
	if (shown === true && (mark === undefined || since <= mark.at)) {
		await services.keptMarks.look({ folder, known }, facts);
	}
}

function sinceVersion(
	{ records: { path, label }, known }: AskedSet,
	{ older, newer }: { readonly older: readonly string[]; readonly newer: readonly string[] },
): ChosenComparison {
	const [first = ''] = newer;
	// Spellings of one version are the same on both sides.
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

function askSince({ keptMarks }: Used, asked: AskedSet): Promise<InputAnswer<Answer>> {
	const { folder, known, facts, until } = asked;
	const mark = keptMarks.of(folder);
	const news = keptMarks.newsOf(folder);
	const row = (label: string, since: number, told: readonly string[] = []): Choice<Answer> => {
		const trouble = troubleWith(asked, since);
		return {
			label,
			description: [
				describeInstant(since + 1, facts.timeZone),
				...(since < until ? [describeSeconds(until - since)] : []),
				...told,
			].join(' · '),
			...(trouble !== undefined && { detail: trouble }),
			refused: !rangesAround(facts.covers, since, until),
			value: { since },
		};
	};
	return pickOne<Answer>({
		title: l10n.t("What's new in the kept records of {0}", withoutIcons(applicationName(known.plan))),
		placeholder: l10n.t('Since when? What came since is compared with as long before'),
		items: [
			...(mark ? [row(l10n.t('Since you last looked'), mark.at, news && describeNews(news))] : []),
			...(mark?.earlier ?? []).filter((at) => at < until).map((at) => row(l10n.t('Since you looked before'), at)),
			{ label: l10n.t('Since a version…'), value: 'version' as const },
			{ label: l10n.t('Since a date…'), value: 'date' as const },
			separator(),
			{
				label: l10n.t('Move the Mark…'),
				description: mark
					? l10n.t('You last looked: {0}', describeInstant(mark.at + 1, facts.timeZone))
					: l10n.t('You have not looked yet'),
				value: 'move' as const,
			},
		],
	});
}

/** Why what came since cannot be compared, or not told of. */
function troubleWith({ facts: { covers, timeZone }, until }: AskedSet, since: number): string | undefined {
	if (since >= until) {
		return l10n.t('Nothing has come since: the records are current to {0}.', describeInstant(until, timeZone));
	}
	if (!rangesAround(covers, since, until)) {
		return l10n.t('Nothing is kept from before.');
	}
	return until - since < daySeconds ? l10n.t('Less than a day: too short for verdicts.') : undefined;
}

async function lookInto({ exports, kept }: Used, records: ComparedRecords): Promise<AskedSet | undefined> {
	const { path } = records;
	const facts = await exports.facts(path);
	const { folder, known } = (await kept.describe(path)) ?? {};
	const until = facts && currentUntil(facts.covers, known?.summary.currentTo);
	if (folder === undefined || !known || !facts || until === undefined) {
		void showInformation(l10n.t('Nothing of these records has come yet. Update them first.'));
		return undefined;
	}
	return { records, folder, known, facts, until };
}

/** The kept records that are meant, or that a person chooses. */
async function keptGiven(
	services: Used,
	what: ApplicationNode | KeptNode | vscode.Uri | undefined,
): Promise<ComparedRecords | undefined> {
	const application = what && 'kind' in what && what.kind === 'application' ? what : undefined;
	const given = application ? undefined : await recordsGiven(services, what as Exclude<typeof what, ApplicationNode>);
	if (given?.records.isKept) {
		return given.records;
	}
	const { service } = application?.account ?? (await services.accounts.signedIn());
	const all = await recordsOf(services, service, application?.application.id);
	const [first, ...others] = all.filter(({ isKept }) => isKept);
	if (!first) {
		void showInformation(l10n.t('No records are kept yet. Keep Records Current… on an application begins with it.'));
		return undefined;
	}
	if (others.length === 0) {
		return first;
	}
	const answer = await pickOne({
		title: l10n.t("What's new in kept records"),
		placeholder: l10n.t('Choose the records of an application'),
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
