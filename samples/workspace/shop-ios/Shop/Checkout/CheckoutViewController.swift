import UIKit

final class CheckoutViewController: UIViewController {
    private let totalLabel = UILabel()
    private let prices = PriceService(baseURL: URL(string: "https://api.example.com")!)
    private var totals = CartTotals(lines: [])
    private weak var couponField: UITextField!

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(totalLabel)

        let pay = UIButton(type: .system)
        pay.addTarget(self, action: #selector(payTapped(_:)), for: .touchUpInside)
        view.addSubview(pay)
        showTotal()
    }

    func show(_ lines: [CartLine]) {
        totals = CartTotals(lines: lines)
        showTotal()
    }

    @objc private func payTapped(_ sender: UIButton) {
        let coupon = couponField.text ?? ""
        totalLabel.accessibilityHint = totals.shares(of: coupon.count).description
        let line = totals.discountedLine(at: coupon.count)
        Task {
            await refresh(line.productID)
        }
    }

    private func refresh(_ productID: String) async {
        do {
            totalLabel.text = try await prices.price(of: productID).formatted()
        } catch {
            totalLabel.text = error.localizedDescription
        }
    }

    private func showTotal() {
        totalLabel.text = totals.sum().formatted(.currency(code: "EUR"))
    }
}
