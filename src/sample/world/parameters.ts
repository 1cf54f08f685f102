import { oddTexts } from './oddTexts';
import type { Draws } from './random';

const screens = ['cart', 'catalog', 'checkout', 'search', 'settings', 'поиск', '購物車'] as const;

/** Generates an `error_json`, usually empty or a flat object, but sometimes invalid JSON or a very long string. */
export function parameters(draws: Draws): string {
	const kind = draws.below(1000);
	if (kind < 380) {
		return '';
	}
	if (kind < 780) {
		return JSON.stringify(flat(draws));
	}
	if (kind < 920) {
		return JSON.stringify({
			...flat(draws),
			environment: { memory: { free: draws.below(4_000_000_000), low: draws.below(2) === 0 }, threads: ['main', 'io'] },
			'cart.lines': [{ id: draws.uuid(), quantity: draws.between(1, 9) }],
		});
	}
	if (kind < 950) {
		return '{}';
	}
	if (kind < 960) {
		return 'null';
	}
	if (kind < 975) {
		return JSON.stringify({ note: draws.pick(oddTexts), ключ: '值', '🔑': draws.pick(oddTexts) });
	}
	if (kind < 985) {
		return draws.pick(['{"screen":"cart"', "{'screen': 'cart'}", '{screen: cart}', 'screen=cart; retry=2', '{"a":1}}']);
	}
	if (kind < 990) {
		return JSON.stringify([flat(draws), null, 12.5, draws.pick(oddTexts)]);
	}
	if (kind < 995) {
		return JSON.stringify(JSON.stringify(flat(draws)));
	}
	if (kind < 999) {
		return '{\n\t"screen": "cart",\n\t"id": 13253214513212345678\n}';
	}
	// The string exceeds the limit of 128 KiB in some CSV parsers. It is rare enough not to inflate the data.
	return draws.below(4) === 0 ? JSON.stringify({ log: `${'line of a log, "quoted"\n'.repeat(6000)}` }) : '""';
}

function flat(draws: Draws): Record<string, string> {
	return {
		screen: draws.pick(screens),
		retry: String(draws.below(4)),
		online: String(draws.below(5) > 0),
		...(draws.below(3) === 0 ? { 'user.note': draws.pick(oddTexts) } : {}),
	};
}
