const clickReach = 4;

export interface Drag {
	/** @param x Horizontal pointer position in the viewport, in CSS pixels. */
	moved(x: number): void;
	/** @param taken False if the user canceled the drag */
	ended(taken: boolean): void;
}

/** Tracks a pressed pointer. A drag starts after some movement, ends on release, and is canceled with Escape. */
export function followPointer(pressed: PointerEvent, target: HTMLElement, begin: () => Drag): void {
	const end = new AbortController();
	const { signal } = end;
	// The listeners are on the document, because the first movement may already leave the target.
	const { ownerDocument } = target;
	let drag: Drag | undefined;
	const finish = (taken: boolean) => {
		end.abort();
		drag?.ended(taken);
	};
	ownerDocument.addEventListener(
		'pointermove',
		({ clientX }) => {
			if (!drag && Math.abs(clientX - pressed.clientX) >= clickReach) {
				// The pointer is captured only when the drag starts. Otherwise, clicks would not reach the element under the
				// pointer.
				target.setPointerCapture(pressed.pointerId);
				drag = begin();
			}
			drag?.moved(clientX);
		},
		{ signal },
	);
	ownerDocument.addEventListener('pointerup', () => finish(true), { signal });
	ownerDocument.addEventListener('pointercancel', () => finish(false), { signal });
	ownerDocument.addEventListener(
		'keydown',
		(event) => {
			if (event.key === 'Escape' && drag) {
				event.preventDefault();
				event.stopPropagation();
				finish(false);
			}
		},
		{ signal, capture: true },
	);
}
