import { l10n } from 'vscode';
import { codeBlock, markdownText } from '../../core/records/write/markdown';
import type { ComparedGroup, ComparisonPage, ExposureKind, SideSummary, VerdictKind } from '../../shared/comparison';
import type { GroupValue } from '../../shared/groupValue';
import { groupWords } from '../../shared/groupWords';
import type { Group, GroupKey } from '../../shared/results';
import {
	type ComparedWhole,
	describeBasis,
	describeFold,
	describeObstacle,
	describePair,
	describeShare,
	describeSpan,
	describeVerdict,
} from '../../wording/comparisonMessages';
import { formatCount, formatMoment } from '../../wording/formats';

/** Groups with some verdicts, of which a report tells each, or how many there are. */
export interface ReportFold {
	readonly kinds: readonly VerdictKind[];
	/** Those that are told, the clearest first; undefined where they are only counted. */
	readonly page: readonly ComparedGroup[] | undefined;
}

export interface ReportedComparison {
	/** Name of the application. */
	readonly application: string;
	/** What the records of each side are, as the person chose them. */
	readonly labels: { readonly before: string; readonly after: string };
	readonly key: GroupKey;
	readonly exposure: ExposureKind;
	readonly timeZone: string;
	readonly result: Omit<ComparisonPage, 'page' | 'listed'>;
	readonly folds: readonly ReportFold[];
	readonly asOf: Date;
}

/** Bars are so long (characters). */
const barLength = 24;

/** Names of groups are cut after so many characters. */
const maxTitleLength = 200;

/**
 * A comparison as Markdown. Texts of records stand in code that they cannot close, and only the line that says `as of`
 * depends on when it was made.
 */
export function comparisonReport(comparison: ReportedComparison): string {
	const { application, result, folds, asOf } = comparison;
	return `${[
		`# ${l10n.t('What changed: {0}', text(application))}`,
		l10n.t('As of {0}, by the records that are kept on this machine.', formatMoment(asOf)),
		...questionOf(comparison),
		...flagsOf(comparison),
		...totalsOf(comparison),
		...folds.flatMap((fold) => foldOf(fold, comparison)),
		...likelySameOf(result, comparison.key),
	].join('\n\n')}\n`;
}

function questionOf({ labels, timeZone, key, exposure, result }: ReportedComparison): string[] {
	const grouped =
		key.kind === 'frames'
			? l10n.t('Errors are told apart by the frames of their stack traces, as written.')
			: l10n.t('Errors are told apart by their names.');
	return [
		list([
			l10n.t('Before: {0}', text(labels.before)),
			l10n.t('After: {0}', text(labels.after)),
			l10n.t('Clock: {0}', text(timeZone)),
			grouped,
			...describeBasis({ by: result.by, lag: result.lag, exposure }).map(plain),
		]),
	];
}

function flagsOf({ result: { reasons } }: ReportedComparison): string[] {
	const heading = `## ${l10n.t('What limits this comparison')}`;
	return reasons.length === 0 ? [] : [heading, list(reasons.map((reason) => plain(describeObstacle(reason))))];
}

function totalsOf({ result: { before, after, by }, timeZone }: ReportedComparison): string[] {
	const row = (label: string, of: (side: SideSummary) => string) => [label, of(before), of(after)];
	const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));
	const rows = [
		['', l10n.t('Before'), l10n.t('After')],
		['---', '---:', '---:'],
		row(l10n.t('Records'), ({ records }) => count(records)),
		...(by === 'devices' ? [row(l10n.t('Devices that reported errors'), ({ devices }) => count(devices))] : []),
		row(l10n.t('Time'), ({ spans }) => spans.map((span) => describeSpan(span, timeZone)).join('; ') || '–'),
		row(l10n.t('Counted for verdicts'), ({ tested }) => count(tested.counted)),
		...(['untimed', 'outside', 'deviceless'] as const)
			.filter((kind) => before[kind] + after[kind] > 0)
			.map((kind) => row(leftOut[kind](), (side) => count(side[kind]))),
	];
	const table = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
	return [`## ${l10n.t('Totals')}`, table.join('\n')];
}

const leftOut: Readonly<Record<'untimed' | 'outside' | 'deviceless', () => string>> = {
	untimed: () => l10n.t('Records without a time, on no side'),
	outside: () => l10n.t('Records outside of the time, on no side'),
	deviceless: () => l10n.t('Records without a device'),
};

function foldOf({ kinds, page }: ReportFold, comparison: ReportedComparison): string[] {
	const { groups } = comparison.result;
	const total = kinds.reduce((sum, kind) => sum + groups[kind], 0);
	const [first] = kinds;
	const heading = `## ${first === undefined ? '' : describeFold(first)} (${formatCount(total)})`;
	// Where there is more than one verdict, how many there are of each.
	const parts = kinds
		.filter((kind) => groups[kind] > 0)
		.map((kind) => `${describeFold(kind)}: ${formatCount(groups[kind])}`);
	const counts = kinds.length > 1 && parts.length > 0 ? [list(parts)] : [];
	const more = page && total > page.length ? [l10n.t('{0} more', formatCount(total - page.length))] : [];
	return [
		heading,
		...counts,
		...(page ?? []).flatMap((group, index) => groupOf(group, index + 1, comparison)),
		...more,
	];
}

function groupOf(group: ComparedGroup, place: number, { key, exposure, result }: ReportedComparison): string[] {
	const { before, after } = group;
	const { by } = result;
	const whole: ComparedWhole = { before: result.before, after: result.after, by, exposure };
	const records = [before?.records ?? 0, after?.records ?? 0] as const;
	const devices = [before?.devices ?? 0, after?.devices ?? 0] as const;
	const counted = by === 'devices' ? devices : records;
	const { title, detail } = namesOf(key, group.value);
	const seen = after ?? before;
	const counts = [
		...(by === 'devices' ? [describePair(...devices, 'devices')] : []),
		describePair(...records, 'records'),
	];
	return [
		`### ${formatCount(place)}. ${title}`,
		...(detail === '' ? [] : [detail]),
		`${counts.join(' · ')}`,
		codeBlock(barsOf(...counted)),
		plain(describeVerdict(group, whole)),
		...(by === 'devices' && after && result.after.devices !== undefined
			? [l10n.t('After: {0}.', describeShare(devices[1], result.after.devices))]
			: []),
		...(seen ? versionsOf(seen) : []),
	];
}

/** Both on one scale; what is there has a bar, however short. */
function barsOf(before: number, after: number): string {
	const most = Math.max(before, after, 1);
	const labels = [l10n.t('before'), l10n.t('after')];
	const width = Math.max(...labels.map(({ length }) => length));
	const bar = (count: number) => '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * barLength)));
	return [before, after]
		.map((count, side) => `${(labels[side] ?? '').padEnd(width)} ${bar(count).padEnd(barLength)} ${formatCount(count)}`)
		.join('\n');
}

function versionsOf({ firstVersion, lastVersion }: Group): string[] {
	if (firstVersion === '') {
		return [];
	}
	return firstVersion === lastVersion
		? [l10n.t('Version {0} among these records.', text(firstVersion))]
		: [l10n.t('Versions {0} to {1} among these records.', text(firstVersion), text(lastVersion))];
}

function likelySameOf({ likelySame }: ReportedComparison['result'], key: GroupKey): string[] {
	if (likelySame.length === 0) {
		return [];
	}
	const pairs = likelySame.map(({ before, after, frames }) => {
		const [one, other] = [namesOf(key, before), namesOf(key, after)];
		return l10n.t('{0} → {1}: the same type and {2} frames', joined(one), joined(other), formatCount(frames));
	});
	return [
		`## ${l10n.t('Maybe the same, renamed')}`,
		l10n.t('These are gone and new above. They are not merged.'),
		list(pairs),
	];
}

function joined({ title, detail }: { readonly title: string; readonly detail: string }): string {
	return detail === '' ? title : `${title} · ${detail}`;
}

/** As Markdown. */
function namesOf(key: GroupKey, value: GroupValue): { readonly title: string; readonly detail: string } {
	const { title, place, message } = groupWords(key, value);
	const detail = [place, message].filter((part) => part !== '').map(text);
	return { title: title === '' ? l10n.t('(no name)') : text(title), detail: detail.join(' · ') };
}

/** Text of strangers in one line. */
function text(words: string): string {
	return markdownText(words.length > maxTitleLength ? `${words.slice(0, maxTitleLength)}…` : words);
}

/** Our own sentences, with names of fields in them. */
function plain(sentence: string): string {
	return sentence.replace(/[\\`*_[\]<>&|~]/g, '\\$&');
}

function list(items: readonly string[]): string {
	return items.map((item) => `- ${item}`).join('\n');
}
