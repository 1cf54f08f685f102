import { bothSides, type ComparedSide } from '../../../shared/comparison';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { PageContext } from '../context/pageContext';
import { devices, sideName } from '../format/counts';
import type { PageState } from '../state/pageState';

export function sidesHead(context: PageContext): { readonly root: HTMLElement; update(state: PageState): void } {
	const { store, host, start, t, formats, fail } = context;
	const side = (of: ComparedSide) => {
		const facts = element('p', { class: 'side-facts dim' });
		const root = element(
			'section',
			{ class: 'side', 'aria-label': sideName(of, context) },
			element(
				'h2',
				{ class: 'side-title' },
				element('span', { class: `swatch ${of}`, 'aria-hidden': 'true' }),
				element('span', { class: 'side-name dim' }, sideName(of, context)),
				' ',
				element('bdi', { class: 'side-label', title: start.labels[of] }, visibleText(start.labels[of])),
			),
			facts,
		);
		return { root, facts };
	};
	const sides = { before: side('before'), after: side('after') };
	return {
		root: element('div', { class: 'sides' }, sides.before.root, sides.after.root),
		update: ({ answer }) => {
			if (!answer) {
				return;
			}
			for (const of of bothSides) {
				const { sides: summaries, spans, flags } = answer.head;
				const { records, devices: counted } = summaries[of];
				const show = linkButton(formats.records(records), () => {
					host.call('openRecords', { asked: store.state.asked, value: undefined, side: of }).catch(fail);
				});
				show.title = t('Show in Results View');
				const words = [...(counted === undefined ? [] : [devices(counted, context)]), ...flags[of]];
				fill(
					sides[of].facts,
					...[spans[of], records === 0 ? formats.records(records) : show, ...words]
						.filter((fact) => fact !== '')
						.map((fact) => element('span', {}, typeof fact === 'string' ? visibleText(fact) : fact)),
				);
			}
		},
	};
}
