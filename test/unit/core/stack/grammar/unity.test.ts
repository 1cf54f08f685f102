import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads } from '../support/frames';

const after = 'UnityEngine.Debug:LogError(Object)';

describe('Unity stack frames in compiler-generated classes', () => {
	itReads('unity', 'managed', [
		[
			'<Load>d__4:MoveNext() (at Assets/Scripts/CartService.cs:70)',
			{ method: '<Load>d__4:MoveNext', enclosing: '#Load', at: 'Assets/Scripts/CartService.cs:70' },
		],
		['<>c:<Start>b__0_0()', { after, method: '<>c:<Start>b__0_0', enclosing: '#Start', link: '<>c:<Start>b__0_0' }],
		[
			'<>c__DisplayClass3_0`1[System.Int32]:<Start>b__0(Item, Action`1)',
			{
				after,
				method: '<>c__DisplayClass3_0`1[System.Int32]:<Start>b__0',
				enclosing: '#Start',
				link: '<>c__DisplayClass3_0`1[System.Int32]:<Start>b__0',
			},
		],
		[
			'<<OnClick>b__0_0>d:MoveNext () (at Assets/Cart.cs:5)',
			{ method: '<<OnClick>b__0_0>d:MoveNext', enclosing: '#OnClick', at: 'Assets/Cart.cs:5' },
		],
		[
			'<Load>c__Iterator0:MoveNext()',
			{ after, method: '<Load>c__Iterator0:MoveNext', enclosing: '#Load', link: '<Load>c__Iterator0:MoveNext' },
		],
		[
			'<Module>:invoke_void__this___()',
			{
				after,
				type: '<Module>',
				method: 'invoke_void__this___',
				enclosing: '#invoke_void__this___',
				link: '<Module>:invoke_void__this___',
			},
		],
		[
			'(wrapper managed-to-native) Acme.Cart:Total(Int32)',
			{ after, type: 'Acme.Cart', method: 'Total', link: 'Acme.Cart:Total' },
		],
	]);

	it('groups Unity errors in async code by the async method', () => {
		const made = ['<Load>d__1', '<>c__DisplayClass2_0', '<>c', '<Load>c__Iterator0', '<<Load>b__0>d', '<Load>d__1`1'];
		for (const type of made) {
			const text = (method: string) =>
				[
					'NullReferenceException: x',
					`  at Acme.Cart.${method} (System.Int32 id) [0x00000] in <0123456789abcdef0123456789abcdef>:0 `,
					'UnityEngine.Debug:LogException(Exception)',
					`${type}:${type.includes('<Load>') ? 'MoveNext' : '<Load>b__0'}()`,
					'UnityEngine.UnitySynchronizationContext:ExecuteTasks()',
				].join('\n');
			const { frames, key } = groupKey(parseTrace(text('Total')));
			assert.deepEqual(frames, ['Acme.Cart.Total', 'Load'], type);
			assert.notEqual(groupKey(parseTrace(text('Clear'))).key, key, type);
		}
	});
});
