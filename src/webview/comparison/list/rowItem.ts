import type { ComparedSide } from '../../../shared/comparison';
import { groupWords } from '../../../shared/groupLabels';
import type { ComparedRow, FoldName } from '../../../shared/protocols/comparisonProtocol';
import { stateBadge } from '../../common/components/stateBadge';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import { disambiguate } from '../../common/format/disambiguate';
import type { PageContext } from '../context/pageContext';
import { getBar, type RowPages } from '../data/rowPages';
import { devicesOn, devicesPair, factor, latestShare, recordsOn, recordsPair } from '../format/counts';
import { nameOfFold } from '../format/foldLabels';
import { type ComparisonAnswer, countOf, getExposure } from '../state/pageState';

const still: ReadonlySet<FoldName> = new Set(['small', 'unchanged', 'inconclusive']);

export function drawFold(
	item: HTMLElement,
	fold: FoldName,
	answer: ComparisonAnswer,
	unfolded: boolean,
	context: PageContext,
): void {
	const { t, formats } = context;
	const count = countOf(answer.head, fold);
	item.className = 'virtual-item fold';
	item.title = fold === 'inconclusive' ? inconclusiveText(answer, context) : '';
	place(item, { level: 1, expanded: unfolded });
	item.classList.toggle('still', still.has(fold));
	fill(
		item,
		icon(unfolded ? 'chevronDown' : 'chevronRight'),
		element('span', { class: 'fold-name' }, nameOfFold(fold, t)),
		' ',
		element('span', { class: 'fold-count' }, formats.count(count)),
		' ',
		fold === 'inconclusive' && element('span', { class: 'fold-facts dim' }, inconclusiveText(answer, context)),
	);
}

function inconclusiveText({ head: { groups } }: ComparisonAnswer, { t, formats }: PageContext): string {
	return [
		...(groups.inconclusive > 0 ? [t('{0} not comparable', formats.count(groups.inconclusive))] : []),
		...(groups.variable > 0 ? [t('{0} with strong daily variation', formats.count(groups.variable))] : []),
		...(groups.tooFew > 0 ? [t('{0} with too few records', formats.count(groups.tooFew))] : []),
	].join(' · ');
}

export function drawRow(
	item: HTMLElement,
	{ fold, index }: { readonly fold: FoldName; readonly index: number },
	row: ComparedRow | undefined,
	{
		answer,
		pages,
		selected,
	}: { readonly answer: ComparisonAnswer; readonly pages: RowPages; readonly selected: boolean },
	context: PageContext,
): void {
	const { t } = context;
	item.className = 'virtual-item compared';
	place(item, { level: 2, index, of: countOf(answer.head, fold), selected });
	if (!row) {
		item.title = '';
		fill(item, element('span', { class: 'dim' }, '…'));
		return;
	}
	const { key } = answer.asked;
	const words = groupWords(key, row.value);
	const traits = visibleText(disambiguate(row.value, pages.twins(row.value), t));
	const detail = visibleText(
		words.place || words.message || (traits === '' ? ((row.after ?? row.before)?.detail ?? '') : ''),
	);
	const byDevices = answer.head.by === 'devices';
	const share = latestShare(row, answer.head, context);
	item.title = [
		...words.whole.map(visibleText),
		row.words,
		shareWords(share, row, answer, context),
		...(row.triage ? [visibleText(row.triage.status)] : []),
	].join('\n');
	fill(
		item,
		element('span', { class: 'screen-reader' }, spokenRow(row, traits, answer, context)),
		element(
			'div',
			{ class: 'compared-name', 'aria-hidden': 'true' },
			element('bdi', { class: 'compared-title' }, visibleText(words.title) || t('(none)')),
			row.triage && row.triage.state !== 'open' && stateBadge(row.triage, row.triage.label),
			element('bdi', { class: 'dim' }, [detail, traits].filter((part) => part !== '').join(' ')),
		),
		bars(row, answer, pages.longest(fold), context),
		element(
			'div',
			{ class: 'compared-pair number', 'aria-hidden': 'true' },
			byDevices ? devicesPair(row, context) : recordsPair(row, context),
		),
		element('div', { class: 'compared-factor number', 'aria-hidden': 'true' }, factor(row, context)),
		element('div', { class: 'compared-share number', 'aria-hidden': 'true' }, share),
		element('div', { class: 'compared-words dim', 'aria-hidden': 'true' }, row.words),
		element(
			'div',
			{ class: 'compared-records number dim', 'aria-hidden': 'true' },
			byDevices ? recordsPair(row, context) : '',
		),
	);
}

function spokenRow(row: ComparedRow, traits: string, { asked, head }: ComparisonAnswer, context: PageContext): string {
	const { t, formats } = context;
	const pair = (of: (row: ComparedRow, side: ComparedSide) => number) =>
		[formats.count(of(row, 'before')), formats.count(of(row, 'after'))] as const;
	return [
		visibleText(describeGroup(asked.key, row.value, t)),
		traits,
		...(head.by === 'devices' ? [t('Devices: {0} before, {1} after', ...pair(devicesOn))] : []),
		t('Records: {0} before, {1} after', ...pair(recordsOn)),
		factor(row, context),
		shareWords(latestShare(row, head, context), row, { asked, head }, context),
		row.words,
		row.triage ? visibleText(row.triage.label) : '',
	]
		.filter((part) => part !== '')
		.join('. ');
}

function shareWords(
	share: string,
	{ after }: ComparedRow,
	{ head: { by } }: ComparisonAnswer,
	{ t }: PageContext,
): string {
	if (by === 'devices') {
		return after
			? t('{0} of the devices with errors on the "after" side', share)
			: t('{0} of the devices with errors on the "before" side', share);
	}
	return after
		? t('{0} of the records on the "after" side', share)
		: t('{0} of the records on the "before" side', share);
}

/** Draws the bar of the "before" side (outlined) above the bar of the "after" side (filled). */
function bars(row: ComparedRow, answer: ComparisonAnswer, longest: number, { t, formats }: PageContext): HTMLElement {
	const exposure = (side: ComparedSide) => getExposure(answer, side);
	const bar = (side: ComparedSide) => {
		const made = element('span', { class: `bar ${side}` });
		const length = getBar(row, side, exposure);
		made.style.setProperty('--length', `${longest === 0 ? 0 : (length / longest) * 100}%`);
		made.classList.toggle('none', length === 0);
		return made;
	};
	const title = t(
		'Counted: {0} before, {1} after. Bar lengths are normalized by the duration or total errors of each side.',
		formats.count(row.counted.before),
		formats.count(row.counted.after),
	);
	return element('div', { class: 'bars', title, 'aria-hidden': 'true' }, bar('before'), bar('after'));
}

function place(
	item: HTMLElement,
	at: { level: number; expanded?: boolean | undefined; index?: number; of?: number; selected?: boolean },
): void {
	setAttribute(item, 'aria-level', at.level);
	setAttribute(item, 'aria-expanded', at.expanded === undefined ? undefined : String(at.expanded));
	setAttribute(item, 'aria-selected', at.selected === undefined ? undefined : String(at.selected));
	setAttribute(item, 'aria-posinset', at.index === undefined ? undefined : at.index + 1);
	setAttribute(item, 'aria-setsize', at.of);
}
