package com.example.shop.checkout

import android.os.Bundle
import android.widget.Button
import android.widget.TextView
import androidx.appcompat.app.AppCompatActivity
import androidx.lifecycle.lifecycleScope
import com.example.shop.R
import com.example.shop.cart.CartLine
import com.example.shop.cart.CartStore
import com.example.shop.cart.CartTotals
import com.example.shop.pricing.PriceApi
import com.example.shop.pricing.formatPrice
import kotlinx.coroutines.launch

class CheckoutActivity : AppCompatActivity() {

    private val store by lazy { CartStore(this) }
    private val prices = PriceApi("https://api.example.com")
    private var coupons: List<String> = emptyList()

    private lateinit var totalView: TextView
    private lateinit var payButton: Button

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.checkout)

        totalView = findViewById(R.id.total)
        payButton = findViewById(R.id.pay)
        coupons = intent.getStringArrayListExtra("coupons").orEmpty()

        val lines: List<CartLine> = store.read()
        payButton.isEnabled = lines.isNotEmpty()
        payButton.setOnClickListener {
            applyFirstCoupon(lines)
            refreshPrices(lines)
        }

        // The total is shown before the prices are refreshed:
        // an old one is better than none.
        val total = CartTotals.sum(lines)
        totalView.text = formatPrice(total, "EUR")
    }

    private fun applyFirstCoupon(lines: List<CartLine>) {
        val coupon = coupons[0]
        val discount = CartTotals.discountShare(lines.first(), lines, coupon.length * 100L)
        totalView.text = formatPrice(CartTotals.sum(lines) - discount, "EUR")
    }

    private fun refreshPrices(lines: List<CartLine>) {
        lifecycleScope.launch {
            val fresh = prices.load(lines.map { it.productId })
            totalView.text = formatPrice(fresh.values.sum(), "EUR")
        }
    }
}
