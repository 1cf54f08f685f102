import type { LikelySame } from '../../../shared/comparison';
import { type GroupValue, sameGroup } from '../../../shared/groupValue';
import { linkButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import type { PageContext } from '../context/pageContext';
import type { ComparisonAnswer } from '../state/pageState';

/** Shows links to groups of the other side that may be the same error under a different name. */
export function renamed(
	value: GroupValue,
	{ asked, head }: ComparisonAnswer,
	{ t, formats }: PageContext,
	show: (value: GroupValue) => void,
): readonly HTMLElement[] {
	return head.likelySame.flatMap((pair) => {
		const other = otherOf(pair, value);
		if (other === undefined) {
			return [];
		}
		const frames = formats.plural(pair.frames, { one: '{0} frame in common', other: '{0} frames in common' });
		return [
			element(
				'p',
				{ class: 'renamed' },
				t('Possibly renamed from or to:'),
				' ',
				linkButton(visibleText(describeGroup(asked.key, other, t)), () => show(other)),
				' ',
				element('span', { class: 'dim' }, frames),
			),
		];
	});
}

function otherOf({ before, after }: LikelySame, value: GroupValue): GroupValue | undefined {
	if (sameGroup(before, value)) {
		return after;
	}
	return sameGroup(after, value) ? before : undefined;
}
