import { l10n, ThemeIcon } from 'vscode';
import { isSamePath } from '../../core/files/pathRules';
import { ReadSession } from '../../engine/readRecords';
import { recentPeriods } from '../../services/comparisons/recentPeriods';
import type { Services } from '../../services/services';
import type { ChosenComparison, ChosenSide, RecordsFacts } from '../../shared/comparison';
import { toAbortSignal } from '../../vscode/cancellation';
import { withoutIcons } from '../../vscode/escaping';
import { risingPercent, showInformation, showProgress } from '../../vscode/messages';
import { type InputAnswer, pickOne } from '../../vscode/quickInput';
import { describeDaysTo } from '../../wording/comparisonMessages';
import { describeRecordCount, formatCount } from '../../wording/formats';
import { type ComparedRecords, getRecords } from './comparedRecords';

type ChooseSidesServices = Pick<Services, 'accounts' | 'engine' | 'exports' | 'syncedRecords'>;

const daySeconds = 86_400;

const maxVersions = { offered: 200, known: 10_000 };

export async function pickRecords(services: ChooseSidesServices): Promise<ComparedRecords | undefined> {
	const { service } = await services.accounts.signedIn();
	const records = await getRecords(services, service);
	if (records.length === 0) {
		void showInformation(l10n.t('No records to compare yet.'));
		return undefined;
	}
	const answer = await pickOne({
		title: l10n.t('Compare'),
		placeholder: l10n.t('Choose records to compare'),
		items: records.map((one) => rowOf(one, one.of ? `${one.of.application} · ${one.label}` : one.label)),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

export async function chooseOther(
	services: ChooseSidesServices,
	records: ComparedRecords,
): Promise<ChosenComparison | undefined> {
	const { of } = records;
	if (!of) {
		void showInformation(l10n.t('Only exports and synced records can be compared.'));
		return undefined;
	}
	const facts = await services.exports.facts(records.path);
	const others = (await getRecords(services, of.service, of.id)).filter(({ path }) => !isSamePath(path, records.path));
	const periods = records.isSynced && facts ? periodsOf(records, facts) : [];
	if (periods.length + others.length === 0) {
		void showInformation(l10n.t('Nothing to compare with yet. Export another range first.'));
		return undefined;
	}
	const answer = await pickOne<(typeof periods)[number]['sides'] | ComparedRecords>({
		title: l10n.t('Compare {0}', records.label),
		placeholder: l10n.t('Choose what to compare with'),
		items: [
			...periods.map(({ label, sides }) => ({ label, iconPath: new ThemeIcon('history'), value: sides })),
			...others.map((other) => rowOf(other, other.label)),
		],
	});
	if (answer.kind !== 'value') {
		return undefined;
	}
	const sides =
		'path' in answer.value
			? inOrder({ of: records, facts }, { of: answer.value, facts: await services.exports.facts(answer.value.path) })
			: answer.value;
	return { application: of.application, ...sides, exposure: 'time' };
}

export async function chooseBaseline(
	services: ChooseSidesServices,
	records: ComparedRecords,
	last: ChosenComparison | undefined,
): Promise<ChosenComparison | undefined> {
	if (last && !last.after.range) {
		return last;
	}
	const facts = await services.exports.facts(records.path);
	const periods = facts ? periodsOf(records, facts) : [];
	const { since = 0, until = 0 } = last?.after.range ?? {};
	const period = periods.find(({ days }) => days * daySeconds === until - since + 1) ?? periods[0];
	return period
		? { application: records.of?.application ?? records.label, ...period.sides, exposure: 'time' }
		: chooseOther(services, records);
}

export async function chooseVersions(
	services: ChooseSidesServices,
	records: ComparedRecords,
): Promise<ChosenComparison | undefined> {
	const versions = await versionsIn(services, records);
	const [first, second] = versions;
	if (!first || !second) {
		notifyNoVersions();
		return undefined;
	}
	const title = l10n.t('Compare Versions of {0}', records.label);
	const after = await pickOne({
		title,
		placeholder: l10n.t('Choose the newer version'),
		// The oldest version is omitted, because there is no earlier version to compare it with.
		items: getRows(versions, 1),
	});
	if (after.kind !== 'value') {
		return undefined;
	}
	const before = await pickOne({
		title,
		placeholder: l10n.t('Choose the older version to compare {0} with', versions[after.value]?.value ?? ''),
		items: getRows(versions.slice(0, after.value)),
	});
	if (before.kind !== 'value') {
		return undefined;
	}
	const { path, label, of } = records;
	const sideOf = (place: number): ChosenSide => {
		const version = versions[place]?.value ?? '';
		return { path, versions: [version], label: l10n.t('Version {0} in {1}', version, label) };
	};
	return {
		application: of?.application ?? label,
		before: sideOf(before.value),
		after: sideOf(after.value),
		exposure: 'devices',
	};
}

export async function chooseVersion(
	services: ChooseSidesServices,
	records: ComparedRecords,
	title: string,
): Promise<InputAnswer<{ readonly older: readonly string[]; readonly newer: readonly string[] }> | undefined> {
	const versions = await versionsIn(services, records);
	if (versions.length < 2) {
		notifyNoVersions();
		return undefined;
	}
	const answer = await pickOne({
		title,
		placeholder: l10n.t('Choose the first new version (compared with earlier ones)'),
		items: getRows(versions, 1),
		canGoBack: true,
	});
	const names = versions.map(({ value }) => value);
	return answer.kind === 'value'
		? { kind: 'value', value: { older: names.slice(0, answer.value), newer: names.slice(answer.value) } }
		: answer;
}

function notifyNoVersions(): void {
	void showInformation(l10n.t("These records don't contain two versions to compare."));
}

/** Returns list items for versions from index `from`, newest first. The value of an item is the version's index. */
function getRows<T>(versions: readonly T[], from = 0) {
	return versions
		.map((version, index) => ({ ...version, value: index }))
		.slice(from)
		.reverse()
		.slice(0, maxVersions.offered);
}

async function versionsIn(services: ChooseSidesServices, { path, label }: ComparedRecords) {
	return withRecords(services, l10n.t('Reading versions of {0}…', label), path, async (records, signal) => {
		const { info } = records;
		if (info.versionColumn === undefined) {
			return [];
		}
		const params = {
			view: { filters: [], sort: [] },
			key: { kind: 'column', column: info.versionColumn },
			order: 'value',
			descending: true,
			start: 0,
			end: maxVersions.known,
			trendParts: 1,
		} as const;
		const found = await records.query('groups', params, { signal });
		return found.page
			.flatMap(({ value, records }) =>
				typeof value === 'string' && value !== ''
					? [{ label: withoutIcons(value), description: describeRecordCount(records), value }]
					: [],
			)
			.reverse();
	});
}

function periodsOf({ path, label }: ComparedRecords, facts: RecordsFacts) {
	return recentPeriods(facts).map(({ days, until }) => {
		const middle = until - days * daySeconds;
		const side = (end: number): ChosenSide => ({
			path,
			label: l10n.t('{0}: {1}', label, describeDaysTo(days, end, facts.timeZone)),
			range: { since: end - days * daySeconds + 1, until: end },
		});
		return {
			days,
			label: l10n.t('Last {0} days vs. previous {0} days', formatCount(days)),
			sides: { before: side(middle), after: side(until) },
		};
	});
}

interface KnownRecords {
	readonly of: ComparedRecords;
	readonly facts: RecordsFacts | undefined;
}

/** Sorts two sides by the time range of their records, or by request time if the ranges are equal or unknown. */
function inOrder(one: KnownRecords, other: KnownRecords): Pick<ChosenComparison, 'before' | 'after'> {
	const begins = ({ facts }: KnownRecords) => facts?.covers[0]?.since ?? Number.POSITIVE_INFINITY;
	const ends = ({ facts }: KnownRecords) => facts?.covers.at(-1)?.until ?? Number.POSITIVE_INFINITY;
	const traits = [begins(one) - begins(other), ends(one) - ends(other), one.of.at - other.of.at];
	const sides = [one, other].map(({ of: { path, label } }): ChosenSide => ({ path, label })) as [
		ChosenSide,
		ChosenSide,
	];
	const [before, after] = (traits.find((traits) => traits) ?? 0) <= 0 ? sides : sides.toReversed();
	return { before: before ?? sides[0], after: after ?? sides[1] };
}

function rowOf(records: ComparedRecords, label: string) {
	return {
		label: withoutIcons(label),
		description: records.detail,
		iconPath: new ThemeIcon(records.isSynced ? 'database' : 'table'),
		value: records,
	};
}

function withRecords<T>(
	{ engine, exports }: Pick<Services, 'engine' | 'exports'>,
	title: string,
	path: string,
	work: (records: ReadSession, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
	return showProgress({ title, cancellable: true }, async (progress, token) => {
		const signal = toAbortSignal(token);
		const report = risingPercent(progress);
		await using records = await ReadSession.read(engine, path, exports.roots, {
			signal,
			onProgress: (share) => report(100 * share, l10n.t('Reading records')),
		});
		return await work(records, signal);
	});
}
