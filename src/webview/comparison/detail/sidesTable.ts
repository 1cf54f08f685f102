import { bothSides, type ComparedSide } from '../../../shared/comparison';
import type { ComparedRow, ComparisonHead } from '../../../shared/comparisonProtocol';
import type { Group } from '../../../shared/results';
import { element } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { PageContext } from '../context/pageContext';
import { sideName } from '../format/counts';

export function sidesTable(row: ComparedRow, head: ComparisonHead, context: PageContext): HTMLElement {
	const { t, formats } = context;
	const none = '–';
	const line = (label: string, of: (group: Group, side: ComparedSide) => string | undefined) =>
		element(
			'tr',
			{},
			element('th', { scope: 'row', class: 'dim' }, label),
			...bothSides.map((side) => {
				const group = row[side];
				const text = group && of(group, side);
				return element('td', { class: 'number' }, element('bdi', {}, text ? visibleText(text) : none));
			}),
		);
	const column = (side: ComparedSide) =>
		element(
			'th',
			{ scope: 'col', class: 'number' },
			element('span', { class: `swatch ${side}`, 'aria-hidden': 'true' }),
			sideName(side, context),
		);
	const getShare = (group: Group, side: ComparedSide) =>
		group.devices === undefined ? undefined : formats.share(group.devices, head.sides[side].devices ?? 0);
	return element(
		'table',
		{ class: 'sides-table' },
		element('thead', {}, element('tr', {}, element('td'), column('before'), column('after'))),
		element(
			'tbody',
			{},
			head.by === 'devices' &&
				line(t('Devices'), ({ devices }) => (devices === undefined ? undefined : formats.count(devices))),
			head.by === 'devices' && line(t('Share of devices with errors'), getShare),
			line(t('Records'), ({ records }) => formats.count(records)),
			line(t('First seen'), ({ firstSeen }) => (firstSeen === undefined ? undefined : formats.dayTime(firstSeen))),
			line(t('Last seen'), ({ lastSeen }) => (lastSeen === undefined ? undefined : formats.dayTime(lastSeen))),
			line(t('Versions'), getVersions),
		),
	);
}

function getVersions({ firstVersion, lastVersion }: Group): string {
	return firstVersion === lastVersion ? firstVersion : `${firstVersion} – ${lastVersion}`;
}
