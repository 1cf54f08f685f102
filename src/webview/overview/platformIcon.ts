import type { OverviewRow } from '../../shared/protocols/overviewProtocol';
import { vector } from '../common/dom/element';

type Platform = NonNullable<OverviewRow['platform']>;

/** SVG paths on a 16 × 16 grid, similar to the icons in the sidebar. */
const outlines: Readonly<Record<Platform, string>> = {
	android: 'M3.500 6.500h9v6h-9zM8 6.500v-3M6.500 3.500h3M6 9v1M10 9v1M1.500 8.500v2M14.500 8.500v2',
	ios: 'M4.500 1.500h7v13h-7zM7 12.500h2',
	windows: 'M2.500 3h11v10h-11zM2.500 5.500h11',
	desktop: 'M1.500 3h13v8h-13zM8 11v2.500M5 13.500h6',
	web: 'M8 2.500a5.500 5.500 0 1 1 0 11a5.500 5.500 0 1 1 0-11zM2.500 8h11M8 2.500c-3 3-3 8 0 11c3-3 3-8 0-11',
};

/** Creates the icon of a platform. Unknown platforms get the icon of a phone, as in the sidebar. */
export function platformIcon(platform: OverviewRow['platform']): SVGSVGElement {
	return vector(
		'svg',
		{ class: 'icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
		vector('path', { d: outlines[platform ?? 'ios'] }),
	);
}
