import { groupWords } from '../../../shared/groupWords';
import type { Group, GroupKey } from '../../../shared/results';
import type { Context } from '../context/context';
import { element, fill, setAttribute } from '../dom/element';
import { visibleText } from '../dom/visibleText';
import { sparkline } from './sparkline';

/** One group as an option of the list; without a group, a row that is still asked for. */
export function drawGroup(
	item: HTMLElement,
	key: GroupKey,
	group: Group | undefined,
	records: number,
	chosen: boolean,
	{ t, formats }: Context,
): void {
	item.classList.add('group');
	item.classList.toggle('loading', group === undefined);
	setAttribute(item, 'aria-selected', String(chosen));
	if (!group) {
		fill(item, element('span', { class: 'dim' }, '…'));
		return;
	}
	const words = groupWords(key, group.value);
	const detail = words.place || words.message || group.detail;
	const facts = [
		...(group.devices === undefined
			? []
			: [group.devices === 1 ? t('1 device') : t('{0} devices', formats.count(group.devices))]),
		...(versions(group) === '' ? [] : [versions(group)]),
		...(group.lastSeen === undefined ? [] : [formats.day(group.lastSeen)]),
	];
	item.title = [
		...(words.whole.length === 0 ? [t('(none)')] : words.whole.map(visibleText)),
		...(group.detail === '' ? [] : [visibleText(group.detail)]),
		...(group.firstSeen === undefined ? [] : [t('First seen {0}', formats.time(group.firstSeen))]),
		...(group.lastSeen === undefined ? [] : [t('Last seen {0}', formats.time(group.lastSeen))]),
	].join('\n');
	fill(
		item,
		element(
			'div',
			{ class: 'group-line' },
			element('bdi', { class: 'group-value' }, visibleText(words.title) || t('(none)')),
			element('span', { class: 'group-records number' }, formats.shortCount(group.records)),
			element('span', { class: 'group-share number dim' }, formats.share(group.records, records)),
		),
		element(
			'div',
			{ class: 'group-line' },
			element('bdi', { class: 'group-detail dim' }, visibleText(detail) || '\u00a0'),
		),
		element(
			'div',
			{ class: 'group-line' },
			element('span', { class: 'group-facts dim' }, facts.join(' · ')),
			group.trend.length > 0 && sparkline(group.trend),
		),
	);
}

/** `2.3.0 → 2.4.1`, or the one version. */
function versions({ firstVersion, lastVersion }: Group): string {
	const [first, last] = [visibleText(firstVersion), visibleText(lastVersion)];
	return first === last ? first : `${first} → ${last}`;
}
