import type { Disposable } from '../../../shared/disposables';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import { type DeviceDays, perThousandActive } from '../../../shared/triage';
import { element, fill } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';

/**
 * Delay in milliseconds before devices are counted. For groups that the user only moves past, devices are not counted.
 */
const delayMs = 200;

/** Line with the share of active devices that have the selected group's error. Hidden while the share is unknown. */
export class RatesLine implements Disposable {
	readonly root = element('p', { class: 'detail-rates', hidden: true });
	private readonly asking = new Latest();

	constructor(private readonly context: Context) {}

	show(key: GroupKey, value: GroupValue): void {
		this.hide();
		const { t, formats, host, fail } = this.context;
		this.asking.run(async (signal) => {
			await pause(delayMs, signal);
			const rates = await host.call('groupRates', { key, value }, { signal });
			if (rates) {
				const { span, total, versions } = rates;
				const dates = formats.dates(span, new Date().toISOString());
				const values = versions.map(({ version, ...days }) =>
					this.rate(days, (rate) => `${visibleText(version)}: ${rate}`),
				);
				const all = versions.length > 1 ? [this.rate(total, (rate) => t('{0} in all versions', rate))] : [];
				const label = `${t('Per 1,000 active devices per day')}, ${dates}: `;
				const parts = [...all, ...values].flatMap((part) => [' · ', part]).slice(1);
				fill(this.root, element('span', { class: 'dim' }, label), ...parts);
				this.root.hidden = false;
			}
		}, fail);
	}

	hide(): void {
		this.asking.dispose();
		this.root.hidden = true;
		fill(this.root);
	}

	dispose(): void {
		this.asking.dispose();
	}

	private rate(days: DeviceDays, words: (rate: string) => string): HTMLElement {
		const { t, formats } = this.context;
		const rate = perThousandActive(days);
		const counts = [formats.count(days.affected), formats.count(days.active)] as const;
		const isKnown = rate !== undefined;
		const title = isKnown
			? t('{0} of {1} active devices (sums of daily counts)', ...counts)
			: t('{0} devices with this error, but only {1} active devices (sums of daily counts)', ...counts);
		return element('span', { title }, words(isKnown ? formats.rough(rate) : t('unknown')));
	}
}
