import { groupWords } from '../../../shared/groupLabels';
import type { GroupValue } from '../../../shared/groupValue';
import type { Group, GroupKey } from '../../../shared/results';
import type { ShownFix, ShownTriage } from '../../../shared/triage';
import { fixBadge, stateBadge } from '../../common/components/stateBadge';
import { element, fill, setAttribute } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import { disambiguate } from '../../common/format/disambiguate';
import type { Context } from '../context/context';
import { headline, withOuterType } from './headline';
import { sparkline } from './sparkline';

interface Standing {
	readonly triage: boolean;
	/** Highest version in all records. Undefined if the records have fewer than two versions. */
	readonly newest: string | undefined;
	readonly chosen: boolean;
	readonly excluded: boolean;
	readonly twins: readonly GroupValue[];
	/** Triage state. Undefined if the group has no triage file. */
	readonly state: ShownTriage | undefined;
	/** Verdict about the fix. Undefined if the group isn't marked as fixed or the verdict isn't known yet. */
	readonly fix: ShownFix | undefined;
}

export function drawGroup(
	item: HTMLElement,
	key: GroupKey,
	group: Group | undefined,
	records: number,
	{ triage, newest, chosen, excluded, twins, state, fix }: Standing,
	context: Context,
): void {
	const { t, formats } = context;
	item.classList.add('group');
	item.classList.toggle('loading', group === undefined);
	item.classList.toggle('unwanted', excluded);
	setAttribute(item, 'aria-selected', String(chosen));
	if (!group) {
		fill(item, element('span', { class: 'dim' }, '…'));
		return;
	}
	const words = groupWords(key, group.value);
	const traits = visibleText(disambiguate(group.value, twins, t));
	item.title = [
		...(words.whole.length === 0 ? [t('(none)')] : words.whole.map(visibleText)),
		...(group.detail === '' ? [] : [visibleText(group.detail)]),
		...(group.firstSeen === undefined ? [] : [t('First seen {0}', formats.time(group.firstSeen))]),
		...(group.lastSeen === undefined ? [] : [t('Last seen {0}', formats.time(group.lastSeen))]),
		...(state ? [visibleText(state.status)] : []),
		...(fix ? [visibleText(fix.text)] : []),
	].join('\n');
	const isNew = triage && newest !== undefined && newest === group.firstVersion;
	const version = isNew ? [element('span', { class: 'badge' }, t('New in {0}', visibleText(group.firstVersion)))] : [];
	const shown = state && state.state !== 'open' ? [stateBadge(state, badgeText(state))] : [];
	const badges = [...version, ...(fix ? [fixBadge(fix)] : shown)];
	const badgeTexts = fix ? [...version.map(textOf), visibleText(fix.text)] : badges.map(textOf);
	const said = [spoken(key, group, records, excluded, traits, context), ...badgeTexts].join(', ');
	fill(
		item,
		element('span', { class: 'screen-reader' }, said),
		...(triage
			? triageLines(key, group, traits, { badges, newest }, context)
			: gridLines(words, group, traits, { records, badges }, context)),
	);
}

/**
 * Returns the text of a group's badge. A fix is shown with its version, because `Fixed` alone would look like a
 * verdict.
 */
function badgeText({ state, label, status }: ShownTriage): string {
	return state === 'fixed' ? status : label;
}

function textOf({ textContent }: HTMLElement): string {
	return textContent ?? '';
}

function line(...parts: readonly (HTMLElement | SVGElement | false)[]): HTMLElement {
	return element('div', { class: 'group-line', 'aria-hidden': 'true' }, ...parts);
}

function gridLines(
	words: ReturnType<typeof groupWords>,
	group: Group,
	traits: string,
	{ records, badges }: { readonly records: number; readonly badges: readonly HTMLElement[] },
	{ t, formats, store }: Context,
): readonly HTMLElement[] {
	const detail = [words.place || words.message || (traits === '' ? group.detail : ''), traits]
		.filter((part) => part !== '')
		.join(' ');
	const facts = [devices(group, formats), ...versionsAndDay(group, formats)].filter((fact) => fact !== '');
	const place = element('bdi', { class: 'group-detail dim' }, withOuterType(detail, group, t) || '\u00a0');
	const factLine = element('span', { class: 'group-facts dim' }, facts.join(' · '));
	const trend = group.trend.length > 0 && sparkline(group.trend);
	return [
		line(
			element('bdi', { class: 'group-value' }, visibleText(words.title) || t('(none)')),
			...badges,
			element('span', { class: 'group-records number' }, mark(group) + formats.shortCount(group.records)),
			element('span', { class: 'group-share number dim' }, formats.share(group.records, records)),
		),
		...(store.state.density === 'tall'
			? [line(place), line(factLine, trend)]
			: // In the layout with two lines, the facts use the space next to the location.
				[line(place, factLine, trend)]),
	];
}

function triageLines(
	key: GroupKey,
	group: Group,
	traits: string,
	{ badges, newest }: { readonly badges: readonly HTMLElement[]; readonly newest: string | undefined },
	context: Context,
): readonly HTMLElement[] {
	const { t, formats, store } = context;
	const { name, detail } = headline(key, group, t);
	const other = visibleText(group.detail);
	// The distinguishing traits come first, so that they are not truncated.
	const details = [traits, detail || (traits === '' && other !== name ? other : '')].filter((part) => part !== '');
	return [
		line(
			element('bdi', { class: 'group-value' }, name || t('(none)')),
			...badges,
			element('span', { class: 'group-records number' }, mark(group) + shortRecords(group, formats)),
		),
		line(
			element('bdi', { class: 'group-detail dim' }, details.join(' · ') || '\u00a0'),
			badges.length === 0 && element('span', { class: 'group-since dim' }, since(group, newest, context)),
			element('span', { class: 'number dim' }, devices(group, formats)),
		),
		...(store.state.density === 'tall'
			? [
					line(
						element('span', { class: 'group-facts dim' }, versionsAndDay(group, formats).join(' · ')),
						group.trend.length > 0 && sparkline(group.trend),
					),
				]
			: []),
	];
}

function shortRecords({ records }: Group, formats: Context['formats']): string {
	return formats.plural(records, { one: '{1} record', other: '{1} records' }, formats.shortCount(records));
}

/** Formats the first version in which a group occurred, or the first day if all records have the same version. */
function since({ firstVersion, firstSeen }: Group, newest: string | undefined, { t, formats }: Context): string {
	const version = newest === undefined && firstSeen !== undefined ? '' : visibleText(firstVersion);
	return version === '' && firstSeen === undefined ? '' : t('since {0}', version || formats.day(firstSeen ?? 0));
}

function versionsAndDay(group: Group, formats: Context['formats']): readonly string[] {
	return [versions(group), group.lastSeen === undefined ? '' : formats.day(group.lastSeen)].filter(
		(fact) => fact !== '',
	);
}

function spoken(
	key: GroupKey,
	group: Group,
	records: number,
	excluded: boolean,
	traits: string,
	{ t, formats }: Context,
): string {
	const [first, last] = [visibleText(group.firstVersion), visibleText(group.lastVersion)];
	const { trend } = group;
	const half = Math.floor(trend.length / 2);
	const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
	const [before, since] = [sum(trend.slice(0, half)), sum(trend.slice(trend.length - half))];
	return [
		visibleText(describeGroup(key, group.value, t)),
		traits,
		excluded ? t('excluded') : '',
		t('{0}, {1} of all records', mark(group) + formats.records(group.records), formats.share(group.records, records)),
		devices(group, formats),
		first === last ? (first === '' ? '' : t('version {0}', first)) : t('versions {0} to {1}', first, last),
		group.lastSeen === undefined ? '' : t('last seen {0}', formats.day(group.lastSeen)),
		before === since ? '' : since > before ? t('rising') : t('falling'),
	]
		.filter((part) => part !== '')
		.join(', ');
}

function devices(group: Group, formats: Context['formats']): string {
	const { devices: count } = group;
	return count === undefined ? '' : mark(group) + formats.plural(count, { one: '{0} device', other: '{0} devices' });
}

function mark({ approximate }: Group): string {
	return approximate ? '≈ ' : '';
}

function versions({ firstVersion, lastVersion }: Group): string {
	const [first, last] = [visibleText(firstVersion), visibleText(lastVersion)];
	return first === last ? first : `${first} → ${last}`;
}
