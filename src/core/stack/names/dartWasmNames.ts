import type { Frame } from '../trace/model';
import { dartMember } from './dartNames';

interface DartFunction extends Pick<Frame, 'type' | 'method' | 'enclosing'> {
	readonly place: string | undefined;
	readonly isGenerated: boolean;
}

/** Matches suffixes of functions that the compiler adds for asynchronous code, tear-offs and conversions. */
const generated = / (?:tear-off trampoline|tear-off|trampoline|inner|body)$/;

/** Parses a name such as `module0.CartView.total` or `Cart.load closure at package:acme_shop/cart.dart:31:7`. */
export function dartWasmFunction(symbol: string): DartFunction | undefined {
	const name = symbol.replace(/^(?:module\d{1,9}\.)?\$?/, '').replace(generated, '');
	const closure = name.indexOf('closure at ');
	const written = closure === -1 ? name : name.slice(0, closure).trim();
	const place = closure === -1 ? undefined : name.slice(closure + 'closure at '.length);
	if (/^closure wrapper at |^dynamic /.test(name) || (written === '' && place === undefined)) {
		return { place: undefined, isGenerated: true };
	}
	if (!/^[^\s()@/]{1,1000}$/.test(written)) {
		return undefined;
	}
	const { type, method, enclosing } = dartMember(written);
	return {
		...(type !== '' && { type }),
		method: closure === -1 ? method : `${method}.<anonymous closure>`,
		...(enclosing && { enclosing }),
		place,
		isGenerated: symbol.endsWith(' trampoline'),
	};
}
