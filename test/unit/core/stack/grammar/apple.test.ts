import * as assert from 'node:assert/strict';
import { appleMember } from '../../../../../src/core/stack/names/appleSymbol';
import { readSwiftMangled } from '../../../../../src/core/stack/names/swiftMangled';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { getFrame, itReads } from '../support/frames';

const address = '0x0000000102a3b5c8';
const image = { name: 'Acme Shop', address };
const own = { module: 'Acme Shop', image };

describe('Apple stack frames', () => {
	itReads('apple', 'native', [
		[
			'0   libswiftCore.dylib        0x00000001a0b1c2d4 0x1a0a00000 + 1163988',
			{
				module: 'libswiftCore.dylib',
				image: { name: 'libswiftCore.dylib', address: '0x00000001a0b1c2d4', offset: 1_163_988 },
			},
		],
		[
			`1   Acme Shop                 ${address} $s8AcmeShop4CartC5totalSdyF + 112`,
			{
				type: 'Cart',
				method: 'total',
				module: 'AcmeShop',
				image,
				link: '$s8AcmeShop4CartC5totalSdyF',
			},
		],
		[
			`2   Acme Shop                 ${address} -[ACMCart addItem:count:] (ACMCart.m:41)`,
			{ ...own, type: 'ACMCart', method: 'addItem:count:', at: 'ACMCart.m:41' },
		],
		[
			`3   Acme Shop                 ${address} -[ACMCart addItem:count:] + 84 (ACMCart.m:41)`,
			{ ...own, type: 'ACMCart', method: 'addItem:count:', at: 'ACMCart.m:41' },
		],
		[`4   Acme Shop   ${address} <redacted> + 12`, own],
		[
			`4   Acme Shop   ${address} invokeInner+ 25552752 (Invoke.mm) + 247`,
			{ ...own, method: 'invokeInner', link: 'invokeInner' },
		],
		[
			`4   Acme Shop   ${address} acme::Bridge::invoke(int, (anonymous namespace)::Context)+ 25552752 (Invoke.mm:183) + 247`,
			{ ...own, type: 'acme::Bridge', method: 'invoke', at: 'Invoke.mm:183' },
		],
		[
			`4   Acme Shop   ${address} acme::Bridge::invoke+ 25552752 (int, (anonymous namespace)::Context) + 247`,
			{ ...own, type: 'acme::Bridge', method: 'invoke', link: 'acme::Bridge::invoke' },
		],
		[
			`4   Acme Shop   ${address} -[ACMCart total] + 25552752 (ACMCart.m:12)`,
			{ ...own, type: 'ACMCart', method: 'total', at: 'ACMCart.m:12' },
		],
		[
			`4   Acme Shop   ${address} acme::Price::operator+(acme::Price const&) + 44 (price.cpp:8) + 4`,
			{ ...own, type: 'acme::Price', method: 'operator+', at: 'price.cpp:8' },
		],
		[
			`5   Acme Shop   ${address} Cart.total() -> Double + 12 (Cart.swift:31)`,
			{ ...own, type: 'Cart', method: 'total()', enclosing: 'Cart#total', at: 'Cart.swift:31' },
		],
		[
			`6   Acme Shop   ${address} closure #1 (Swift.Int) -> () in Acme_Shop.Cart.load() -> () + 12 (Cart.swift:33)`,
			{
				...own,
				type: 'Cart',
				method: 'closure #1 (Swift.Int) -> () in Acme_Shop.Cart.load() -> ()',
				enclosing: 'Cart#load',
				module: 'Acme_Shop',
				at: 'Cart.swift:33',
			},
		],
		[
			`7   Acme Shop   ${address} (1) suspend resume partial function for Cart.refresh(_:) + 12 (Cart.swift:35)`,
			{ ...own, type: 'Cart', method: 'refresh(_:)', enclosing: 'Cart#refresh', at: 'Cart.swift:35', flags: ['async'] },
		],
		[
			`8   Acme Shop   ${address} __23-[ACMCart load]_block_invoke_2 + 12 (ACMCart.m:50)`,
			{
				...own,
				type: 'ACMCart',
				method: '__23-[ACMCart load]_block_invoke_2',
				enclosing: 'ACMCart#load',
				at: 'ACMCart.m:50',
			},
		],
		[
			`9   Acme Shop   ${address} acme::Cart::total(int) + 12`,
			{ ...own, type: 'acme::Cart', method: 'total', link: 'acme::Cart::total(int)' },
		],
		[`10  Acme Shop   ${address} main + 12 (main.m:0)`, { ...own, method: 'main', at: 'main.m', link: 'main.m:0' }],
		[
			`11  Acme Shop   ${address} Cart.total() (in Acme Shop) (Cart.swift:31)`,
			{ ...own, type: 'Cart', method: 'total()', enclosing: 'Cart#total', at: 'Cart.swift:31' },
		],
		[
			`12  Acme Shop   ${address} Cart.rate() + 8 (Cart.swift:12) [inlined]`,
			{ ...own, type: 'Cart', method: 'rate()', enclosing: 'Cart#rate', at: 'Cart.swift:12', flags: ['inlined'] },
		],
		[`13  Acme Shop\t${address}`, own],
		[
			`14  Acme Shop   \t${address} 0x102a20000 + 112072 (-[ACMCart addItem:count:] + 84)`,
			{
				type: 'ACMCart',
				method: 'addItem:count:',
				module: 'Acme Shop',
				image: { ...image, offset: 112_072 },
				link: '-[ACMCart addItem:count:]',
			},
		],
		[
			`15  Acme Shop   \t${address} 0x102a20000 + 112072 (Cart.total() + 112)`,
			{
				type: 'Cart',
				method: 'total()',
				enclosing: 'Cart#total',
				module: 'Acme Shop',
				image: { ...image, offset: 112_072 },
				link: 'Cart.total()',
			},
		],
		[
			`2   UnityFramework   ${address} Board_Place_mB41D7C05E2A94F6380D1C7B9A5E3F0246813579B + 212`,
			{
				method: 'Board_Place_mB41D7C05E2A94F6380D1C7B9A5E3F0246813579B',
				enclosing: 'Board#Place',
				module: 'UnityFramework',
				image: { name: 'UnityFramework', address },
				link: 'Board_Place_mB41D7C05E2A94F6380D1C7B9A5E3F0246813579B',
			},
		],
		[
			`    at 0   Acme Shop   ${address} kfun:com.acme.Cart#total(){}kotlin.Int + 100 (/src/Cart.kt:31:9)`,
			{ ...own, type: 'com.acme.Cart', method: 'total', at: '/src/Cart.kt:31:9' },
		],
		[
			`14  App 0x1 beta   ${address} main + 12`,
			{ method: 'main', module: 'App 0x1 beta', image: { name: 'App 0x1 beta', address }, link: 'main' },
		],
	]);

	it('uses the image as the module of an Apple frame, even in a debug build', () => {
		const { module, image } = getFrame(`0 Acme.debug.dylib ${address} Cart.total() + 4`, undefined, 'apple');
		assert.deepEqual([module, image?.name], ['Acme', 'Acme.debug.dylib']);

		assert.equal(getFrame(`0 Shop ${address} Shop.Cart.total() + 4`, undefined, 'apple').module, 'Shop');
	});
});

describe('Apple crash reports', () => {
	const text = [
		'Incident Identifier: 0A1B',
		'Exception Type:  EXC_CRASH (SIGABRT)',
		'Crashed Thread:  2',
		'',
		'Application Specific Information:',
		"*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'",
		'',
		'Last Exception Backtrace:',
		`0   CoreFoundation  ${address} __exceptionPreprocess + 164`,
		`1   Shop  ${address} -[Cart lineAt:] + 4 (Cart.m:4)`,
		'',
		'Thread 0 name:  Dispatch queue: com.apple.main-thread',
		'Thread 0:',
		`0   libsystem_kernel.dylib  ${address} mach_msg_trap + 8`,
		'',
		'Thread 2 name:  worker',
		'Thread 2 Crashed:',
		`0   libsystem_kernel.dylib  ${address} __pthread_kill + 8`,
		'',
		'Thread 2 crashed with ARM Thread State (64-bit):',
		'    x0: 0x0000000000000000   x1: 0x0000000000000000',
		'',
		'Binary Images:',
		'0x100000000 - 0x1003effff +Shop arm64  <5a0c1d7e93b24c3f8d61a7b0e4f29c18> /private/var/Shop.app/Shop',
	].join('\n');

	it('parses each exception, signal and thread of an Apple crash report as a section', () => {
		const { sections, platform } = parseTrace(text);
		assert.equal(platform, 'apple');
		assert.deepEqual(
			sections.map(({ header }) => header && [header.kind, header.type, header.message, header.crashed]),
			[
				undefined,
				['signal', 'EXC_CRASH', 'SIGABRT', undefined],
				['exception', 'NSRangeException', 'index 3 beyond bounds', undefined],
				['exception', 'NSRangeException', '', undefined],
				['thread', '', 'Thread 0: Dispatch queue: com.apple.main-thread', undefined],
				['thread', '', 'Thread 2: worker', true],
				undefined,
				undefined,
			],
		);
		assert.deepEqual(
			sections.map(({ lines }) => lines.filter(({ kind }) => kind === 'native').length),
			[0, 0, 0, 2, 1, 1, 0, 0],
		);
	});

	it('reads the error name from an Apple report of a nonfatal error', () => {
		const { sections } = parseTrace(
			'Exception Type:  Custom Exception\nName:            Prices failed\nReason:          \nUserInfo:        {\n}',
		);
		assert.deepEqual([sections[0]?.header?.type, sections[0]?.header?.message], ['Custom Exception', 'Prices failed']);
	});
});

describe('Swift symbol names', () => {
	const names: readonly (readonly [symbol: string, module: string, type: string, method: string])[] = [
		['$s8AcmeShop4CartC5totalSdyF', 'AcmeShop', 'Cart', 'total'],
		['_$s8AcmeShop4CartC5totalSdyF', 'AcmeShop', 'Cart', 'total'],
		['$S8AcmeShop4CartC5totalSdyF', 'AcmeShop', 'Cart', 'total'],
		['_T08AcmeShop4CartC5totalSdyF', 'AcmeShop', 'Cart', 'total'],
		['$s8AcmeShop4mainyyF', 'AcmeShop', '', 'main'],
		['$s8AcmeShop4CartV4LineO5totalSdyF', 'AcmeShop', 'Cart.Line', 'total'],
		['$s8AcmeShop4CartC5itemsSaySSGvg', 'AcmeShop', 'Cart', 'items'],
		['$s8AcmeShop4CartC4nameACSS_tcfC', 'AcmeShop', 'Cart', 'init'],
		['$s8AcmeShop4CartCACycfc', 'AcmeShop', 'Cart', 'init'],
		['$s8AcmeShop4CartCfD', 'AcmeShop', 'Cart', 'deinit'],
		['$s8AcmeShop4CartC4loadyyySfcF', 'AcmeShop', 'Cart', 'load'],
		['$s8AcmeShop4CartC4loadyyFyycfU_', 'AcmeShop', 'Cart', 'load'],
		['$s8AcmeShop4CartC4loadyyFyycfU0_TA', 'AcmeShop', 'Cart', 'load'],
		['$s8AcmeShop4CartC4loadyyYaFTY0_', 'AcmeShop', 'Cart', 'load'],
		['$s8AcmeShop4CartC0B4LoadyyF', 'AcmeShop', 'Cart', 'ShopLoad'],
		['$s8AcmeShop0B4CartC5totalSdyF', 'AcmeShop', 'ShopCart', 'total'],
		['$sSS8AcmeShopE5shoutSSyF', 'AcmeShop', 'String', 'shout'],
		['$s10Foundation4DataV8AcmeShopE5hexedSSyF', 'AcmeShop', 'Data', 'hexed'],
		['$sSo8NSObjectC8AcmeShopE5namedSSyF', 'AcmeShop', 'NSObject', 'named'],
		['$s8AcmeShop4CartC6secret33_4C0FFEE00000000000000000000000000LLyyF', 'AcmeShop', 'Cart', 'secret'],
		['$s8AcmeShop4CartVAASHRzlE6secret33_4C0FFEE00000000000000000000000000LLyyF', 'AcmeShop', 'Cart', 'secret'],
		['$s8AcmeShop4CartV3KitAA3RowCRbzlE6secret33_4C0FFEE00000000000000000000000000LLyyF', 'Kit', 'Cart', 'secret'],
		['$sSa8AcmeShopSiRszlE5totalSivg', 'AcmeShop', 'Array', 'total'],
		['$s8AcmeShop4CartCyAA4ItemVSicig', 'AcmeShop', 'Cart', 'subscript'],
		['_TtC8AcmeShop4Cart', 'AcmeShop', 'Cart', ''],
		// Operators as functions of a type, of an extension and of a module, and protocol requirements.
		['$s8AcmeShop4CartV1poiyA2C_ACtFZ', 'AcmeShop', 'Cart', '+'],
		['$s8AcmeShop4CartV2eeoiySbAC_ACtFZ', 'AcmeShop', 'Cart', '=='],
		['$s8AcmeShop4CartV1sopyA2CFZ', 'AcmeShop', 'Cart', '-'],
		['$s8AcmeShop4CartV2ppoPyyACzFZ', 'AcmeShop', 'Cart', '++'],
		['$s8AcmeShop4CartV3zzloiyA2C_ACtFZ', 'AcmeShop', 'Cart', '..<'],
		['$s8AcmeShop2qqoiyS2i_SitF', 'AcmeShop', '', '??'],
		['$s8AcmeShop007p_qcaDcoiyS2i_SitF', 'AcmeShop', '', '«+»'],
		['$sSi8AcmeShopE2aaoiyS2i_SitFZ', 'AcmeShop', 'Int', '&&'],
		['$s8AcmeShop4CartVSQAASQ2eeoiySbx_xtFZTW', 'AcmeShop', 'Cart', '=='],
		['_$Ss10DictionaryV3t17E6Index2V1loiySbAEyxq__G_AGtFZ', 't17', 'Dictionary.Index2', '<'],
		['$ss2eeoiySbx_xtSQRzlF', 'Swift', '', '=='],
		['$sSQ8AcmeShopE4sameySbxF', 'AcmeShop', 'Equatable', 'same'],
		['$s8AcmeShop4CartC3poilyyF', 'AcmeShop', 'Cart', 'poi'],
		// Non-ASCII names, and names that are valid only in backticks.
		['$s8mangling0022egbpdajGbuEbxfgehfvwxnyyF', 'mangling', '', 'ليهمابتكلموشعربي؟'],
		['$s8mangling0030Proprostnemluvesky_uybCEdmaEBayyF', 'mangling', '', 'Pročprostěnemluvíčesky'],
		['$s8AcmeShop009Gre_GkaIiV5totalSdyF', 'AcmeShop', 'Größe', 'total'],
		['$s8AcmeShop4CartC009Gre_GkaIiyyF', 'AcmeShop', 'Cart', 'Größe'],
		['$s8AcmeShop0011mAaIbuaezdoV5totalSdyF', 'AcmeShop', 'Корзина', 'total'],
		['$s8AcmeShop4CartC0010nIjtFArfrqyyF', 'AcmeShop', 'Cart', '買い物'],
		['$s8AcmeShop4CartC0010Cart_yJHDcyyF', 'AcmeShop', 'Cart', 'Cart😀'],
		['$s8AcmeShop4CartC0018addsanitem_yxJAccayyF', 'AcmeShop', 'Cart', 'adds an item'],
		['$s8AcmeShop4CartC005aZZZZyyF', 'AcmeShop', 'Cart', 'aZZZZ'],
		['$s8AcmeShop4CartC009999999_ayyF', 'AcmeShop', 'Cart', ''],
	];
	for (const [symbol, module, type, method] of names) {
		it(`parses the Swift name ${symbol}`, () => {
			const read = readSwiftMangled(symbol);
			assert.deepEqual([read?.module, read?.type, read?.method], [module, type, method]);
		});
	}

	it('recognizes closures and asynchronous functions in mangled Swift names', () => {
		assert.equal(readSwiftMangled('$s8AcmeShop4CartC4loadyyFyycfU0_TA')?.isClosure, true);
		assert.equal(readSwiftMangled('$s8AcmeShop4CartC4loadyyYaFTY0_')?.isAsync, true);
		assert.equal(readSwiftMangled('$s8AcmeShop4CartC5totalSdyF')?.isClosure, false);
	});

	it('ignores truncated or invalid mangled Swift names without throwing', () => {
		for (const symbol of [
			'$s',
			'$s8Acme',
			'$s0A4Cart',
			'$s99999999999999999999A',
			'$s8AcmeShop4CartC5tot',
			'_Tt',
			'$s8AcmeShop0Z4CartC',
		]) {
			assert.doesNotThrow(() => readSwiftMangled(symbol));
		}
		assert.equal(readSwiftMangled('$s8Acme'), undefined);
	});
});

describe('Apple platform symbols', () => {
	const members: readonly (readonly [symbol: string, enclosing: string])[] = [
		['+[ACMCart shared]', 'ACMCart#shared'],
		['-[UIView(CALayerDelegate) layoutSublayersOfLayer:]', 'UIView#layoutSublayersOfLayer:'],
		['-[_TtC8AcmeShop4Cart load]', 'Cart#load'],
		['__45+[ACMCart loadWithCompletion:]_block_invoke', 'ACMCart#loadWithCompletion:'],
		['__main_block_invoke', '#main'],
		['___ZN4acme4Cart4loadEv_block_invoke', 'acme::Cart#load'],
		['@objc Cart.add(_:)', 'Cart#add'],
		['static Cart.make()', 'Cart#make'],
		['partial apply for closure #1 in Cart.load()', 'Cart#load'],
		['closure #1 in closure #2 in Cart.load()', 'Cart#load'],
		['implicit closure #1 in Cart.load()', 'Cart#load'],
		['specialized Cart.sum<A>(_:)', 'Cart#sum'],
		['generic specialization <Swift.Int> of Shop.Cart.sum<A>(_: A) -> A', 'Cart#sum'],
		['protocol witness for Countable.count.getter in conformance Cart', 'Countable#count'],
		['Cart.items.getter', 'Cart#items'],
		['Cart.items.didset', 'Cart#items'],
		['Cart.init(name:)', 'Cart#init'],
		['Cart.__allocating_init()', 'Cart#init'],
		['Shop.Cart.deinit', 'Cart#deinit'],
		['(extension in Shop):Swift.Array.total() -> Swift.Int', 'Array#total'],
		['static Cart.+ infix(_:_:)', 'Cart#+'],
		['static Shop.Cart.== infix(Shop.Cart, Shop.Cart) -> Swift.Bool', 'Cart#=='],
		['static Cart.< infix(_:_:)', 'Cart#<'],
		['static Cart.<< infix(_:_:)', 'Cart#<<'],
		['static Cart.... infix(_:_:)', 'Cart#...'],
		['static Cart...< infix(_:_:)', 'Cart#..<'],
		['static Cart.- prefix(_:)', 'Cart#-'],
		['static Cart.++ postfix(_:)', 'Cart#++'],
		['Shop.«+» infix(Swift.Int, Swift.Int) -> Swift.Int', '#«+»'],
		['?? infix<A>(_:_:)', '#??'],
		['closure #1 in static Cart.+ infix(_:_:)', 'Cart#+'],
		['protocol witness for static Equatable.== infix(_:_:) in conformance Cart', 'Equatable#=='],
		['static (extension in Shop):Swift.Int.&& infix(Swift.Int, Swift.Int) -> Swift.Int', 'Int#&&'],
		['Корзина.сумма(买:) -> Größe', 'Корзина#сумма'],
		['Cart.(secret in _4C0FFEE)(x:)', 'Cart#secret'],
		['helper #1 (x:) in Cart.load()', 'Cart#load'],
		['swift_dynamicCastFailure', '#swift_dynamicCastFailure'],
		['_assertionFailure(_:_:file:line:flags:)', '#_assertionFailure'],
		['Sequence.reduce<A>(_:_:)', 'Sequence#reduce'],
		['Cart.__deallocating_deinit', 'Cart#deinit'],
		['kfun:com.acme.Cart.load$lambda$0#internal', 'com.acme.Cart#load'],
		['kfun:com.acme.Cart.$load$lambda$0COROUTINE$12.invokeSuspend#internal', 'com.acme.Cart#load'],
		['kfun:com.acme.Cart.$loadCOROUTINE$3.invokeSuspend#internal', 'com.acme.Cart#load'],
		['kfun:com.acme.Cart.object-1.run#internal', 'com.acme.Cart#run'],
		['kfun:com.acme.Cart.Line#price(){}kotlin.Int', 'com.acme.Cart$Line#price'],
		['kfun:com.acme.Cart.Companion#make(){}', 'com.acme.Cart#make'],
		['kfun:com.acme.Cart#<get-total>(){}kotlin.Int', 'com.acme.Cart#total'],
		['kfun:com.acme.Cart.<get-total>$lambda$0#internal', 'com.acme.Cart#total'],
		['kfun:com.acme.Cart.$load$lambda$0$FUNCTION_REFERENCE$3.invoke#internal', 'com.acme.Cart#load'],
		['kfun:com.acme#start(){}', 'com.acme#start'],
		['objc2kotlin_kfun:com.acme.Cart#total(){}kotlin.Int', 'com.acme.Cart#total'],
		['<deduplicated_symbol>', '#'],
		['thunk for @escaping @callee_guaranteed () -> ()', '#'],
		['(anonymous namespace)::helper(int)', '(anonymous namespace)#helper'],
		['acme::Cart::operator==(acme::Cart const&) const', 'acme::Cart#operator=='],
		['std::__terminate(void (*)())', 'std#__terminate'],
	];
	for (const [symbol, enclosing] of members) {
		it(`parses the Apple platform symbol ${symbol}`, () => {
			const member = appleMember(symbol, 'Shop');
			assert.equal(`${member.enclosing.type}#${member.enclosing.method}`, enclosing);
		});
	}
});
