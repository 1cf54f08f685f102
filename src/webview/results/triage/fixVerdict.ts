import type { Release, ShownFix } from '../../../shared/triage';
import { element, vector } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';

const maxReleases = 12;
const [width, height] = [120, 12];

/** Shows whether an error is fixed, and how frequent it is in the newest versions. */
export function fixVerdict(
	{ text, countsActiveDevices, releases }: ShownFix,
	context: Context,
	isOpen: boolean,
	toggled: (isOpen: boolean) => void,
): HTMLElement {
	const { t } = context;
	if (releases.length === 0) {
		return element('span', {}, visibleText(text));
	}
	const newest = releases.slice(-maxReleases).reverse();
	const highest = Math.max(...newest.map(({ exposure, high }) => (exposure > 0 ? high : 0))) || 1;
	const frequency = countsActiveDevices ? t('Per 1,000 active devices per day') : t('Per 1,000 devices with errors');
	const heads = [t('Version'), frequency, t('Devices with this error')];
	const details = element(
		'details',
		{ class: 'detail-notes', open: isOpen, on: { toggle: () => toggled(details.open) } },
		element('summary', {}, visibleText(text)),
		element(
			'div',
			{ class: 'fix-releases' },
			element(
				'table',
				{},
				element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
				element('tbody', {}, ...newest.map((release) => releaseRow(release, highest, context))),
			),
		),
	);
	return details;
}

function releaseRow({ version, devices, exposure, low, high }: Release, highest: number, { t, formats }: Context) {
	const perThousand = (share: number) => formats.rough(share * 1000);
	const isKnown = exposure > 0;
	const range = t(
		'{0} (95% interval: {1} to {2})',
		perThousand(devices / exposure),
		perThousand(low),
		perThousand(high),
	);
	return element(
		'tr',
		{},
		element('th', { scope: 'row' }, visibleText(version)),
		element(
			'td',
			isKnown ? { title: range } : {},
			isKnown && interval(devices / exposure / highest, low / highest, high / highest),
			isKnown && range,
		),
		element('td', {}, t('{0} of {1}', formats.count(devices), formats.count(exposure))),
	);
}

/** Draws a share and its confidence interval on a scale from 0 to 1. Screen readers ignore the drawing. */
function interval(share: number, low: number, high: number): SVGSVGElement {
	const at = (part: number) => Math.min(width - 3, 3 + part * (width - 6)).toFixed(1);
	const middle = height / 2;
	return vector(
		'svg',
		{ class: 'fix-interval', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
		vector('path', { d: `M${at(low)} ${middle}H${at(high)}M${at(low)} 3v${height - 6}M${at(high)} 3v${height - 6}` }),
		vector('circle', { cx: at(share), cy: middle, r: 2.5 }),
	);
}
