"""The drawn symbols of Hall on a 24-unit grid (statues on 32): bodies of SVG symbols by key. Data only.

All carry a 1.6-unit outline, so that they can be told apart by shape alone.
"""

# ruff: noqa: E501 (paths are data)

from __future__ import annotations

LINE = 'stroke="#1c1712" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"'

RESOURCE_ART: dict[str, str] = {
    "stone": f'<path d="M3 15.5 4.5 8.5 10 4l7 1.5 4 5.5-1.5 7.5-6.5 2-8-1z" fill="#c3cacd" {LINE}/>'
    '<path d="m10 4 1.5 6.5L4.5 8.5M11.5 10.5 21 11M11.5 10.5 13 20.5" fill="none" stroke="#5c6466" stroke-width="1.3"/>'
    '<path d="m10 4 7 1.5 4 5.5-9.5-.5z" fill="#e6eaea" opacity=".75"/>',
    "iron": f'<path d="M2 18.5 6 9h12l4 9.5z" fill="#3a4b60" {LINE}/><path d="M6 9l2.5-3.5h7L18 9z" fill="#8797a3" {LINE}/>'
    '<path d="M7 15.8h10" stroke="#93a4b1" stroke-width="1.6" stroke-linecap="round"/>',
    "heartstone": f'<path d="M12 21.5 3 12l.5-5L7.5 3.5 12 6.5l4.5-3L20.5 7l.5 5z" fill="#d61f45" {LINE}/>'
    '<path d="M12 6.5V21.5M3 12l9-1.5L21 12M7.5 3.5 12 10.5l4.5-7" fill="none" stroke="#7d0b20" stroke-width="1.1"/>'
    '<path d="M7.5 3.5 3.5 7 3 12l9-1.5z" fill="#ff8090" opacity=".55"/>',
    "coin": f'<circle cx="12" cy="12" r="9.2" fill="#f6d64c" {LINE}/><circle cx="12" cy="12" r="6.4" fill="none" stroke="#8a5f00" stroke-width="1.2"/>'
    '<path d="m8.3 14.8-.6-5 2.5 1.8L12 8.5l1.8 3.1 2.5-1.8-.6 5z" fill="#7a5200"/>'
    '<path d="M5.6 8.5A7.5 7.5 0 0 1 11 4.7" stroke="#fff0b8" stroke-width="1.6" fill="none" stroke-linecap="round"/>',
    "cart": f'<path d="M2.5 6.5h19l-2.6 9.5H5.1z" fill="#6f4322" {LINE}/><path d="M4 11h16" stroke="#2e1a0a" stroke-width="1.3"/>'
    f'<circle cx="7.8" cy="18.6" r="2.9" fill="#4b4138" {LINE}/><circle cx="16.2" cy="18.6" r="2.9" fill="#4b4138" {LINE}/>'
    '<path d="M3.8 8.3h16.5" stroke="#b98454" stroke-width="1.2"/>',
    "hammer": f'<path d="m4.5 20.5 8-9.5" stroke="#1c1712" stroke-width="5" stroke-linecap="round"/><path d="m4.5 20.5 8-9.5" stroke="#d99a5b" stroke-width="2.4" stroke-linecap="round"/>'
    f'<path d="M7.5 5.5 13 2l8.5 7.5-4.3 5z" fill="#e8843a" {LINE}/><path d="m9.5 5.8 3.3-2 6.7 5.9" fill="none" stroke="#ffc48a" stroke-width="1.3"/>',
    "rune": f'<path d="M6 21.5V8.5L12 2l6 6.5v13z" fill="#0e8f88" {LINE}/>'
    '<path d="M12 6.5v12M12 9.5l3.2 2.8L12 15M12 12.5l-3.2-2.7" fill="none" stroke="#e9fffb" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>',
}

CLAN_ART: dict[str, str] = {
    "fire": f'<path d="M12 1.5c1 4 6.5 6.3 6.5 12.5 0 4.5-2.8 8-6.5 8s-6.5-3.2-6.5-7.5c0-3 1.7-4.8 2.8-6.7.6 1.6 1.2 2.3 2 2.9.1-3.5.4-6.2 1.7-9.2z" fill="#f07a22" {LINE}/>'
    '<path d="M12.2 12c.6 2 3 3 3 5.8 0 1.9-1.3 3.2-3.2 3.2s-3-1.4-3-3.1c0-2.2 2.2-3.3 3.2-5.9z" fill="#ffd97a"/>',
    "ice": f'<path d="M12 1.5 17.5 9 15.5 21.5h-7L6.5 9z" fill="#4fa9e8" {LINE}/><path d="M12 1.5 10 10l2 11.5M6.5 9 10 10l7.5-1" fill="none" stroke="#0f5a94" stroke-width="1.2"/>'
    '<path d="M12 1.5 6.5 9l3.5 1z" fill="#d5efff"/>',
    "moon": f'<path d="M16.5 2.2a10 10 0 1 0 5.3 13.3A8.2 8.2 0 0 1 16.5 2.2z" fill="#f4f1e6" {LINE}/>'
    '<circle cx="8.5" cy="13.5" r="1.3" fill="#b9b29d"/><circle cx="12.5" cy="18" r="1" fill="#b9b29d"/>',
    "mud": f'<path d="M3 17.5c0-2.7 2.3-3.3 3.3-5.3 1.2-2.5 2.2-6.7 5.7-6.7s4.3 3.7 5.4 6.2c1 2.2 3.6 3 3.6 5.8 0 2-2.5 2.5-9 2.5s-9-.500-9-2.5z" fill="#8a7742" {LINE}/>'
    '<path d="M8.5 13c.7-2 1.5-3.8 3-4.2" stroke="#c9b77c" stroke-width="1.5" fill="none" stroke-linecap="round"/>',
}

STATUE_ART: dict[str, str] = {
    "fire": f'<path d="M7 27h18v4H7z" fill="#6b5a4a" {LINE}/><path d="M16 2c1.5 5 8 8.5 8 15.5 0 5-3 9.5-8 9.5s-8-4-8-9.2c0-4 2.2-6 3.5-8.6.8 2.1 1.5 3 2.4 3.8.2-4.5.6-7.3 2.1-11z" fill="#f07a22" {LINE}/>'
    '<circle cx="13" cy="18" r="1.7" fill="#1c1712"/><circle cx="19" cy="18" r="1.7" fill="#1c1712"/><path d="M12.5 22.5q3.5 2.2 7 0" stroke="#1c1712" stroke-width="1.6" fill="none" stroke-linecap="round"/>',
    "ice": f'<path d="M7 27h18v4H7z" fill="#6b5a4a" {LINE}/><path d="M16 1.5 22 9l3.5 8L22.5 27h-13L6.5 17 10 9z" fill="#4fa9e8" {LINE}/><path d="M16 1.5 14.5 10 16 13M10 9l4.5 1L22 9" fill="none" stroke="#0f5a94" stroke-width="1.2"/><path d="M16 1.5 10 9l4.5 1z" fill="#d5efff"/>'
    '<circle cx="13" cy="17.5" r="1.7" fill="#1c1712"/><circle cx="19" cy="17.5" r="1.7" fill="#1c1712"/><path d="M13 22.5h6" stroke="#1c1712" stroke-width="1.6" stroke-linecap="round"/>',
    "moon": f'<path d="M7 27h18v4H7z" fill="#6b5a4a" {LINE}/><path d="M4.5 2.5C4 9 6.5 12 9.5 13c-1.5 2-2 4-2 6.5C7.5 24 11 27 16 27s8.5-3 8.5-7.5c0-2.5-.5-4.5-2-6.5 3-1 5.5-4 5-10.5-1.5 4-4.5 6-7 6.8-1.3-.6-2.8-.9-4.5-.9s-3.2.3-4.5.9c-2.5-.8-5.5-2.8-7-6.8z" fill="#f4f1e6" {LINE}/>'
    '<circle cx="13" cy="17.5" r="1.7" fill="#1c1712"/><circle cx="19" cy="17.5" r="1.7" fill="#1c1712"/><path d="M13 22.5q3-1.8 6 0" stroke="#1c1712" stroke-width="1.6" fill="none" stroke-linecap="round"/>',
}

PINE = (
    '<path d="M12 1 6 10h3l-5 8h16l-5-8h3z" fill="var(--pine)"/><path d="M12 1 6 10h3l-5 8h8z" fill="var(--pine-2)"/>'
    '<path d="M10.8 18h2.4v4h-2.4z" fill="#4a3524"/><path d="m12 1-3 4.5 3-.8 3 .8z" fill="var(--cap)"/>'
)
