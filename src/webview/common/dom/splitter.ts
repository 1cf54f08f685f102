import { element, setAttribute } from './element';

interface SplitterOptions {
	readonly label: string;
	readonly size: () => number;
	readonly limits: () => { readonly least: number; readonly most: number };
	readonly side: () => 'left' | 'right' | 'above' | 'below';
	readonly onResize: (size: number) => void;
}

interface Splitter {
	readonly root: HTMLElement;
	/** Updates the position of the splitter. Must be called after the size or side of the pane has changed. */
	update(): void;
}

/** Creates a draggable border, which can also be moved with the arrow keys, Home, and End (ARIA window splitter). */
export function splitter(options: SplitterOptions): Splitter {
	const root = element('div', { role: 'separator', class: 'splitter', tabindex: 0, 'aria-label': options.label });
	const resize = (size: number) => {
		const { least, most } = options.limits();
		options.onResize(Math.round(Math.max(least, Math.min(most, size))));
	};
	root.addEventListener('pointerdown', (event) => {
		event.preventDefault();
		root.setPointerCapture(event.pointerId);
		root.classList.add('dragging');
		const [startSize, x, y] = [options.size(), event.clientX, event.clientY];
		const move = (moved: PointerEvent) =>
			resize(startSize + growth(options.side(), moved.clientX - x, moved.clientY - y));
		root.addEventListener('pointermove', move);
		const end = () => {
			root.removeEventListener('pointermove', move);
			root.classList.remove('dragging');
		};
		root.addEventListener('lostpointercapture', end, { once: true });
	});
	root.addEventListener('keydown', (event) => {
		const step = event.shiftKey ? 80 : 16;
		const arrow = arrows[event.key];
		if (arrow) {
			event.preventDefault();
			resize(options.size() + growth(options.side(), arrow[0] * step, arrow[1] * step));
		} else if (event.key === 'Home' || event.key === 'End') {
			event.preventDefault();
			resize(event.key === 'Home' ? options.limits().least : options.limits().most);
		}
	});
	const update = () => {
		const upright = options.side() === 'left' || options.side() === 'right';
		const { least, most } = options.limits();
		setAttribute(root, 'aria-orientation', upright ? 'vertical' : 'horizontal');
		setAttribute(root, 'aria-valuemin', Math.round(least));
		setAttribute(root, 'aria-valuemax', Math.round(Math.max(least, most)));
		setAttribute(root, 'aria-valuenow', Math.round(options.size()));
		root.classList.toggle('upright', upright);
	};
	return { root, update };
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

function growth(side: ReturnType<SplitterOptions['side']>, x: number, y: number): number {
	switch (side) {
		case 'left':
			return x;
		case 'right':
			return -x;
		case 'above':
			return y;
		case 'below':
			return -y;
	}
}
