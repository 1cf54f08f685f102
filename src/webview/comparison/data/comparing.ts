import type { Disposable } from '../../../shared/disposables';
import { Latest } from '../../common/dom/latest';
import type { PageContext } from '../context/pageContext';

export interface Comparing extends Disposable {
	again(): void;
}

/** Runs the comparison whenever its options change. The previous result stays visible until the new result arrives. */
export function comparing(
	{ store, host, announce }: Pick<PageContext, 'store' | 'host' | 'announce'>,
	progressed: (share: number) => void,
): Comparing {
	const asking = new Latest();
	const ask = () => {
		const { asked } = store.state;
		store.dispatch({ working: true, failure: undefined });
		asking.run(
			async (signal) => {
				const onProgress = ({ share }: { share: number }) => progressed(share);
				const head = await host.call('compare', asked, { signal, onProgress });
				store.dispatch({ answer: { asked, head }, working: false });
			},
			(error) => {
				const failure = error instanceof Error ? error.message : String(error);
				store.dispatch({ working: false, failure });
				announce(failure);
			},
		);
	};
	const subscription = store.subscribe(({ asked }, previous) => {
		if (asked !== previous.asked && JSON.stringify(asked) !== JSON.stringify(previous.asked)) {
			ask();
		}
	});
	ask();
	return {
		again: ask,
		dispose: () => {
			subscription.dispose();
			asking.dispose();
		},
	};
}
