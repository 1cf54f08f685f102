import type { OverviewRow, RecentNumbers } from '../../shared/protocols/overviewProtocol';
import { chartedDays } from '../../shared/syncedDays';
import { element, vector } from '../common/dom/element';
import { icon } from '../common/dom/icon';
import { visibleText } from '../common/dom/visibleText';
import type { Formats } from '../common/format/formats';
import type { Translate } from '../common/format/translate';

export interface RowContext {
	readonly t: Translate;
	readonly formats: Formats;
	readonly open: (id: string) => void;
	readonly whatsNew: (id: string) => void;
	readonly sync: (id: string) => void;
}

type Platform = NonNullable<OverviewRow['platform']>;

/** SVG path data on a 16 × 16 grid. The shapes are similar to the icons in the sidebar. */
const outlines: Readonly<Record<Platform, string>> = {
	android: 'M3.500 6.500h9v6h-9zM8 6.500v-3M6.500 3.500h3M6 9v1M10 9v1M1.500 8.500v2M14.500 8.500v2',
	ios: 'M4.500 1.500h7v13h-7zM7 12.500h2',
	windows: 'M2.500 3h11v10h-11zM2.500 5.500h11',
	desktop: 'M1.500 3h13v8h-13zM8 11v2.500M5 13.500h6',
	web: 'M8 2.500a5.500 5.500 0 1 1 0 11a5.500 5.500 0 1 1 0-11zM2.500 8h11M8 2.500c-3 3-3 8 0 11c3-3 3-8 0-11',
};

/** Maximum number of versions to show in a row. More versions would need a third line. */
const versionsShown = 2;

/** Creates the row of an application. Clicking the row, except on a button, opens the records. */
export function createRow(row: OverviewRow, hasRates: boolean, context: RowContext): HTMLElement {
	const { formats, open } = context;
	const { id, recent } = row;
	return element(
		'tr',
		{
			role: 'row',
			class: 'overview-row',
			'data-id': id,
			on: {
				click: ({ target }) => {
					if (target instanceof Element && !target.closest('button')) {
						open(id);
					}
				},
			},
		},
		nameCell(row, context),
		newsCell(row, context),
		spikeCell(row, context),
		cell('number', recent && count(formats.count(recent.records), formats.records(recent.records))),
		cell('number', recent && devicesOf(recent, context)),
		hasRates && cell('overview-rates', ...(recent ? ratesOf(recent, context) : [])),
		cell('overview-trend', recent && dayChart(recent.counts, context)),
		statusCell(row, context),
	);
}

function cell(kind: string, ...content: Parameters<typeof element>[2][]): HTMLElement {
	return element('td', { role: 'cell', class: kind }, ...content);
}

function nameCell({ id, name, details, platform }: OverviewRow, { t, open }: RowContext): HTMLElement {
	const shown = visibleText(name);
	return element(
		'th',
		{ scope: 'row', role: 'rowheader', class: 'overview-name' },
		element(
			'span',
			{ class: 'overview-title' },
			platformIcon(platform),
			element(
				'button',
				{ type: 'button', class: 'overview-open', title: t('Open {0}', shown), on: { click: () => open(id) } },
				shown,
			),
		),
		details !== '' && element('span', { class: 'overview-details dim', title: details }, visibleText(details)),
	);
}

function newsCell({ id, name, news, newsNote }: OverviewRow, { t, formats, whatsNew }: RowContext): HTMLElement {
	if (!news) {
		return cell('overview-news', element('span', { class: 'dim' }, newsNote));
	}
	const { appeared, increased } = news;
	const words = [
		...(appeared > 0 ? [t('{0} new', formats.count(appeared))] : []),
		...(increased > 0 ? [t('{0} increased', formats.count(increased))] : []),
	].join(' · ');
	return cell(
		'overview-news',
		element(
			'button',
			{
				type: 'button',
				class: words === '' ? 'link quiet' : 'link',
				title: t("What's New…"),
				'aria-label': t("What's New in {0}: {1}", visibleText(name), words === '' ? t('nothing new') : words),
				on: { click: () => whatsNew(id) },
			},
			words === '' ? t('nothing new') : words,
		),
	);
}

function spikeCell({ id, name, recent }: OverviewRow, { t, formats, whatsNew }: RowContext): HTMLElement {
	if (recent?.spike === undefined) {
		return cell('overview-spike');
	}
	const times = formats.rough(recent.spike);
	const words = t('{0}× spike today', times);
	return cell(
		'overview-spike',
		element(
			'button',
			{
				type: 'button',
				class: 'link spike',
				title: t('Today has {0} times as many records as usual by this time of day.', times),
				'aria-label': t("What's New in {0}: {1}", visibleText(name), words),
				on: { click: () => whatsNew(id) },
			},
			icon('warning'),
			count(t('{0}×', times), words),
		),
	);
}

/** Shows a number. In a narrow page, which has no column headers, the number is shown with its unit. */
function count(alone: string, withUnit: string, properties: Parameters<typeof element>[1] = {}): HTMLElement {
	return element(
		'span',
		properties,
		element('span', { class: 'overview-wide' }, alone),
		element('span', { class: 'overview-narrow' }, withUnit),
	);
}

function devicesOf({ devices }: RecentNumbers, { t, formats }: RowContext): HTMLElement {
	if (devices === 'counting') {
		return count(t('counting…'), t('counting devices…'), { class: 'dim' });
	}
	if (devices === undefined) {
		const title = t('The records have no device IDs. Use "Edit Sync Settings…" to add a field with device IDs.');
		return count(t('not counted'), t('devices not counted'), { class: 'dim', title });
	}
	return count(formats.count(devices), formats.plural(devices, { one: '{0} device', other: '{0} devices' }));
}

function ratesOf({ rates }: RecentNumbers, { t, formats }: RowContext): readonly HTMLElement[] {
	if (rates === undefined || rates === 'counting') {
		return rates ? [element('span', { class: 'dim' }, t('counting…'))] : [];
	}
	const dates = formats.dates(rates.span, new Date().toISOString());
	return rates.versions.slice(0, versionsShown).map(({ version, affected, active }) => {
		const shown = visibleText(version);
		const isKnown = affected <= active;
		const share = isKnown ? formats.shareBelowWhole(active - affected, active) : t('unknown');
		const facts = [shown, dates, formats.count(affected), formats.count(active)] as const;
		const title = isKnown
			? t('Version {0}, {1}: {2} of {3} active devices had errors (sums of daily counts)', ...facts)
			: t('Version {0}, {1}: {2} devices had errors, but only {3} were active (sums of daily counts)', ...facts);
		const words = `${shown}: ${share}`;
		return count(words, t('{0} of devices without errors per day', words), { class: 'overview-rate', title });
	});
}

const chartHeight = 18;
const barWidth = 3;

/** Draws a bar for each day. The bar for today is always at the right end and has a different color. */
function dayChart(counts: readonly number[], { t, formats }: RowContext): SVGSVGElement {
	const highest = Math.max(1, ...counts);
	const width = chartedDays * barWidth;
	const first = chartedDays - counts.length;
	const bars = counts.map((records, index) => {
		const height = records === 0 ? 0 : Math.max(1, (records / highest) * chartHeight);
		return vector('rect', {
			class: index === counts.length - 1 ? 'today' : 'day',
			x: (first + index) * barWidth,
			y: (chartHeight - height).toFixed(1),
			width: barWidth - 1,
			height: height.toFixed(1),
		});
	});
	const label = t(
		'Records per day in the last 4 weeks: maximum {0}, today {1}',
		formats.count(Math.max(0, ...counts)),
		formats.count(counts.at(-1) ?? 0),
	);
	return vector(
		'svg',
		{
			class: 'day-chart',
			viewBox: `0 0 ${width} ${chartHeight}`,
			width,
			height: chartHeight,
			role: 'img',
			'aria-label': label,
		},
		vector('title', {}, label),
		...bars,
	);
}

function statusCell({ id, name, status }: OverviewRow, { t, sync }: RowContext): HTMLElement {
	const { text, details, isProblem, offers } = status;
	const labels = { start: t('Sync Records…'), now: t('Sync Now'), resume: t('Resume Sync') };
	return cell(
		'overview-status',
		element(
			'span',
			{ class: isProblem ? 'overview-problem' : 'dim', title: details === '' ? undefined : details },
			isProblem && icon('warning'),
			text,
		),
		offers &&
			element(
				'button',
				{
					type: 'button',
					class: 'link sync',
					'aria-label': t('{0}: {1}', labels[offers], visibleText(name)),
					on: { click: () => sync(id) },
				},
				labels[offers],
			),
	);
}

/** Creates the icon for a platform. Unknown platforms get a phone icon, as in the sidebar. */
function platformIcon(platform: OverviewRow['platform']): SVGSVGElement {
	return vector(
		'svg',
		{ class: 'icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
		vector('path', { d: outlines[platform ?? 'ios'] }),
	);
}
